import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { emitYaml } from '../../yaml/emit.js';
import { encodeCel } from './cel.js';
import { type Field, type Kind, type Layout, layouts, type ScalarKind } from './layout.js';
import {
  addressBytes,
  durationNanoseconds,
  enumNumber,
  flagBits,
  hardwareAddressBytes,
  parseAddressPort,
  parsePrefix,
  type UrlForm,
  urlText,
} from './text-values.js';
import { encodeSeconds, encodeStruct, putBytes, putDouble, putInteger, putString, putVarint } from './wire.js';
import { isZero } from './zero.js';

/** The protobuf form of a spec given in its YAML form (a resource without layout has an empty one). */
export function encodeSpec(type: string, spec: unknown): Uint8Array {
  const layout = layouts.resource(type);
  return layout === undefined ? new Uint8Array() : encodeMessage(layout, spec);
}

function encodeMessage(layout: Layout, value: unknown): Uint8Array {
  const writer = new BinaryWriter();
  for (const field of layout) {
    if (field.number === 0) continue;
    const part = field.name === '~' ? value : (value as Readonly<Record<string, unknown>>)[field.name];
    putField(writer, field, part);
  }
  return writer.finish();
}

/** Zero values are not sent, except behind a pointer. */
function putField(writer: BinaryWriter, field: Field, value: unknown): void {
  if (value === undefined || value === null) return;
  const { kind, number } = field;
  if (kind.is === 'pointer') {
    putValue(writer, number, kind.of, value);
  } else if (kind.is === 'list') {
    putList(writer, number, kind.of, value as readonly unknown[]);
  } else if (kind.is === 'map') {
    for (const [key, item] of Object.entries(value)) {
      const entry = new BinaryWriter();
      putString(entry, 1, key);
      putValue(entry, 2, kind.of, item);
      putBytes(writer, number, entry.finish());
    }
  } else if (kind.is === 'pairs') {
    for (const [name, status] of Object.entries(value)) {
      const pair = new BinaryWriter();
      putString(pair, 1, name);
      putString(pair, 2, String(status));
      putBytes(writer, number, pair.finish());
    }
  } else if (kind.is === 'message') {
    const bytes = encodeMessage(layouts.message(kind.message), value);
    if (bytes.length > 0) putBytes(writer, number, bytes);
  } else if (kind.is === 'struct' || !isZero(kind, value)) {
    putValue(writer, number, kind, value);
  }
}

/** Numbers travel packed, everything else as one field an item. */
function putList(writer: BinaryWriter, number: number, of: Kind, items: readonly unknown[]): void {
  if (items.length === 0) return;
  if (of.is === 'int' || of.is === 'enum' || of.is === 'bool') {
    const packed = new BinaryWriter();
    for (const item of items) {
      putVarint(packed, of.is === 'enum' ? enumNumber(of.byText, of.name, String(item)) : Number(item));
    }
    putBytes(writer, number, packed.finish());
    return;
  }
  for (const item of items) putValue(writer, number, of, item);
}

function putValue(writer: BinaryWriter, number: number, kind: Kind, value: unknown): void {
  switch (kind.is) {
    case 'pointer':
      putValue(writer, number, kind.of, value);
      break;
    case 'message':
      putBytes(writer, number, encodeMessage(layouts.message(kind.message), value));
      break;
    case 'enum':
      putInteger(writer, number, enumNumber(kind.byText, kind.name, String(value)));
      break;
    case 'flags':
      putInteger(writer, number, flagBits(kind.byText, String(value)));
      break;
    case 'list':
    case 'map':
      throw new RangeError('a list or map inside a list or map has no protobuf form');
    default:
      putScalar(writer, number, kind.is, value);
  }
}

function putScalar(writer: BinaryWriter, number: number, kind: ScalarKind, value: unknown): void {
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'string':
      putString(writer, number, text);
      break;
    case 'bool':
      putInteger(writer, number, value === true ? 1 : 0);
      break;
    case 'int':
      putInteger(writer, number, value as number | bigint);
      break;
    case 'double':
      putDouble(writer, number, Number(value));
      break;
    case 'text':
      putBytes(writer, number, Buffer.from(text));
      break;
    case 'base64':
      putBytes(writer, number, Buffer.from(text, 'base64'));
      break;
    case 'bytes':
      putBytes(writer, number, Uint8Array.from(value as readonly number[]));
      break;
    case 'hwaddr':
      putBytes(writer, number, hardwareAddressBytes(text));
      break;
    case 'ip':
      putBytes(writer, number, addressMessage(text));
      break;
    case 'prefix': {
      const { address, bits } = parsePrefix(text);
      putBytes(writer, number, addressMessage(address, bits));
      break;
    }
    case 'ipport': {
      const { address, port } = parseAddressPort(text);
      putBytes(writer, number, addressMessage(address, port));
      break;
    }
    case 'url': {
      const url = new BinaryWriter();
      putString(url, 1, typeof value === 'string' ? value : urlText(value as UrlForm));
      putBytes(writer, number, url.finish());
      break;
    }
    case 'duration': {
      const total = durationNanoseconds(text);
      putBytes(writer, number, encodeSeconds(total / 1_000_000_000n, Number(total % 1_000_000_000n)));
      break;
    }
    case 'time': {
      const milliseconds = Date.parse(text);
      const seconds = Math.floor(milliseconds / 1000);
      putBytes(writer, number, encodeSeconds(BigInt(seconds), (milliseconds - seconds * 1000) * 1_000_000));
      break;
    }
    case 'struct':
      putBytes(writer, number, encodeStruct(value as Record<string, unknown>));
      break;
    case 'yaml':
      putBytes(writer, number, Buffer.from(emitYaml(value)));
      break;
    case 'cel':
      putBytes(writer, number, encodeCel(text));
      break;
    case 'pairs':
      throw new RangeError('pairs are no single value');
  }
}

/** common.NetIP, and with a number behind it common.NetIPPrefix and common.NetIPPort. */
function addressMessage(address: string, number = 0): Uint8Array {
  const writer = new BinaryWriter();
  const bytes = addressBytes(address);
  if (bytes.length > 0) putBytes(writer, 1, bytes);
  if (number !== 0) putInteger(writer, 2, number);
  return writer.finish();
}
