import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Appends one field to a message. */
export function putBytes(writer: BinaryWriter, number: number, bytes: Uint8Array): void {
  writer.tag(number, WireType.LengthDelimited).bytes(bytes);
}

export function putString(writer: BinaryWriter, number: number, text: string): void {
  writer.tag(number, WireType.LengthDelimited).string(text);
}

/** Any integer as Go's encoder writes it: negative ones as ten bytes. */
export function putInteger(writer: BinaryWriter, number: number, value: number | bigint): void {
  putVarint(writer.tag(number, WireType.Varint), value);
}

export function putVarint(writer: BinaryWriter, value: number | bigint): void {
  if (value < 0) writer.int64(BigInt(value));
  else writer.uint64(BigInt(value));
}

export function putDouble(writer: BinaryWriter, number: number, value: number): void {
  writer.tag(number, WireType.Bit64).double(value);
}

/** google.protobuf.Struct of plain data. */
export function encodeStruct(map: Readonly<Record<string, unknown>>): Uint8Array {
  const writer = new BinaryWriter();
  for (const key of Object.keys(map).sort()) {
    const entry = new BinaryWriter();
    putString(entry, 1, key);
    putBytes(entry, 2, encodeValue(map[key]));
    putBytes(writer, 1, entry.finish());
  }
  return writer.finish();
}

/** google.protobuf.Value. */
function encodeValue(value: unknown): Uint8Array {
  const writer = new BinaryWriter();
  if (value === null || value === undefined) putInteger(writer, 1, 0);
  else if (typeof value === 'number' || typeof value === 'bigint') putDouble(writer, 2, Number(value));
  else if (typeof value === 'string') putString(writer, 3, value);
  else if (typeof value === 'boolean') putInteger(writer, 4, value ? 1 : 0);
  else if (Array.isArray(value)) {
    const list = new BinaryWriter();
    for (const item of value) putBytes(list, 1, encodeValue(item));
    putBytes(writer, 6, list.finish());
  } else putBytes(writer, 5, encodeStruct(value as Record<string, unknown>));
  return writer.finish();
}

/** google.protobuf.Duration or Timestamp. */
export function encodeSeconds(seconds: bigint, nanos: number): Uint8Array {
  const writer = new BinaryWriter();
  if (seconds !== 0n) putInteger(writer, 1, seconds);
  if (nanos !== 0) putInteger(writer, 2, nanos);
  return writer.finish();
}
