import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** etcd's record of one change to a key, as much of it as is used here. Encoded as the protobuf message KeyValue. */
export interface KeyValue {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly createRevision: bigint;
  readonly modRevision: bigint;
  /** Changes since the key was created. */
  readonly version: bigint;
}

const field = { key: 1, createRevision: 2, modRevision: 3, version: 4, value: 5 } as const;

/** The key of an encoded record. Throws for bytes that are no such message. */
export function readKey(record: Buffer): Uint8Array {
  const reader = new BinaryReader(record);
  let key: Uint8Array = new Uint8Array();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === field.key && type === WireType.LengthDelimited) key = reader.bytes();
    else reader.skip(type, number);
  }
  return key;
}

export function encodeKeyValue({ key, value, createRevision, modRevision, version }: KeyValue): Buffer {
  const writer = new BinaryWriter();
  writer.tag(field.key, WireType.LengthDelimited).bytes(key);
  writer.tag(field.createRevision, WireType.Varint).int64(createRevision);
  writer.tag(field.modRevision, WireType.Varint).int64(modRevision);
  writer.tag(field.version, WireType.Varint).int64(version);
  writer.tag(field.value, WireType.LengthDelimited).bytes(value);
  return Buffer.from(writer.finish());
}
