import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { EmptyResponse, Metadata } from '../../gen/common/common.js';
import type { StatusError } from '../rpc/status.js';

/*
 * Answers of several nodes become one by putting encoded messages behind each other: every answer is a message with the
 * repeated field 1, whose items carry the node as their own field 1. Streamed messages are such items themselves.
 */

const field = 1;

/** Names the node in an encoded answer. */
export function withNode(message: Buffer, node: string, streamed: boolean): Buffer {
  const metadata = metadataField({ hostname: node, error: '', status: undefined });
  if (streamed) return Buffer.concat([message, metadata]);
  const item = firstItem(message);
  return item === undefined ? message : framed(Buffer.concat([item, metadata]));
}

/** A node's failure in the form of an answer. */
export function failure(error: StatusError, node: string, streamed: boolean): Buffer {
  const metadata: Metadata = {
    hostname: node,
    error: error.describe(),
    status: { code: error.code, message: error.message, details: [] },
  };
  if (streamed) return metadataField(metadata);
  return Buffer.from(EmptyResponse.encode({ messages: [{ metadata }] }).finish());
}

function metadataField(metadata: Metadata): Buffer {
  return framed(Metadata.encode(metadata).finish());
}

/** The encoded field 1 with this content. */
function framed(content: Uint8Array): Buffer {
  return Buffer.from(new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(content).finish());
}

/** What the first item of the repeated field holds; undefined for an answer of another form. */
function firstItem(message: Buffer): Buffer | undefined {
  if (message[0] !== ((field << 3) | WireType.LengthDelimited)) return undefined;
  let length = 0;
  let position = 1;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = message[position++];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  return position + length === message.length ? message.subarray(position) : undefined;
}
