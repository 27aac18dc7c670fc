import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from './object.js';

/*
 * Clients in Go write the bodies of some requests as protocol buffers: an envelope that names the kind, and the object in
 * it. Read are the kinds and fields that clients of Talos send; whatever else is in them is passed over.
 */

export const protobufType = 'application/vnd.kubernetes.protobuf';

const magic = Buffer.from('k8s\0', 'latin1');

/** How a field is read, and under which name it stands in JSON. */
type FieldRule = readonly [name: string, rule: Rule];
type Rule = 'text' | 'number' | 'textMap' | Message;
interface Message {
  readonly [field: number]: FieldRule;
}

const meta: Message = {
  1: ['name', 'text'],
  2: ['generateName', 'text'],
  3: ['namespace', 'text'],
  5: ['uid', 'text'],
  6: ['resourceVersion', 'text'],
  11: ['labels', 'textMap'],
  12: ['annotations', 'textMap'],
};

const deleteOptions: Message = {
  1: ['gracePeriodSeconds', 'number'],
  2: [
    'preconditions',
    {
      1: ['uid', 'text'],
      2: ['resourceVersion', 'text'],
    },
  ],
};

const kinds: Readonly<Record<string, Message>> = {
  ConfigMap: { 1: ['metadata', meta], 2: ['data', 'textMap'] },
  DeleteOptions: deleteOptions,
  Eviction: { 1: ['metadata', meta], 2: ['deleteOptions', deleteOptions] },
  Namespace: { 1: ['metadata', meta] },
};

/** The object in a body; undefined for a kind that is not known. */
export function decodeProtobuf(body: Buffer): Json | undefined {
  if (!body.subarray(0, magic.length).equals(magic)) return undefined;
  let type: Json = {};
  let raw: Uint8Array = new Uint8Array();
  const reader = new BinaryReader(body.subarray(magic.length));
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1) type = message(reader.bytes(), { 1: ['apiVersion', 'text'], 2: ['kind', 'text'] });
    else if (field === 2) raw = reader.bytes();
    else reader.skip(wire);
  }
  const { kind } = type as { readonly kind?: string };
  const rules = kinds[kind ?? ''];
  return rules === undefined ? undefined : { ...(type as object), ...(message(raw, rules) as object) };
}

function message(bytes: Uint8Array, rules: Message): Json {
  const found: Record<string, Json> = {};
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    const [name, rule] = rules[field] ?? [];
    if (name === undefined || rule === undefined) {
      reader.skip(wire);
    } else if (rule === 'number') {
      if (wire === WireType.Varint) found[name] = Number(reader.int64());
      else reader.skip(wire);
    } else if (rule === 'text') {
      const text = reader.string();
      if (text !== '') found[name] = text;
    } else if (rule === 'textMap') {
      const { key = '', value = '' } = message(reader.bytes(), { 1: ['key', 'text'], 2: ['value', 'text'] }) as {
        readonly key?: string;
        readonly value?: string;
      };
      found[name] = { ...((found[name] ?? {}) as object), [key]: value };
    } else {
      found[name] = message(reader.bytes(), rule);
    }
  }
  return found;
}
