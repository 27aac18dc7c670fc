import type { ApiFacts, FieldFacts } from './facts.js';

/** A message as the tables see it: fields by their names in the .proto files, oneofs dissolved, maps as Maps. */
export type Plain = { readonly [field: string]: unknown };

const varint = 0;
const fixed64 = 1;
const delimited = 2;

/** Reads protobuf's wire format by the tables alone, without anything generated. Fails for what they do not have. */
export function decodeByFacts(facts: ApiFacts, name: string, bytes: Uint8Array): Plain {
  const message = facts.messages.get(name);
  if (message === undefined) throw new Error(`no message ${name}`);
  const reader = new WireReader(bytes);
  const result: Record<string, unknown> = {};
  while (!reader.done) {
    const tag = Number(reader.varint());
    const field = message.fields.find(({ number }) => number === tag >> 3);
    if (field === undefined) throw new Error(`${name} has no field ${tag >> 3}`);
    const wireType = tag & 7;
    if (field.shape === 'single' || field.shape === 'optional') {
      result[field.name] = value(facts, field.type, reader, wireType);
    } else if (field.shape === 'map') {
      const [key, item] = mapEntry(facts, field, reader, wireType);
      result[field.name] = new Map([...((result[field.name] as Map<string, unknown>) ?? []), [key, item]]);
    } else {
      result[field.name] = [...((result[field.name] as unknown[]) ?? []), ...items(facts, field, reader, wireType)];
    }
  }
  return result;
}

function items(facts: ApiFacts, { type }: FieldFacts, reader: WireReader, wireType: number): unknown[] {
  if (wireTypeOf(facts, type) === delimited) return [value(facts, type, reader, wireType)];
  // Numbers are packed.
  expectType(wireType, delimited, `repeated ${type}`);
  const packed = new WireReader(reader.bytes());
  const result: unknown[] = [];
  while (!packed.done) result.push(value(facts, type, packed, wireTypeOf(facts, type)));
  return result;
}

function mapEntry(facts: ApiFacts, { type }: FieldFacts, reader: WireReader, wireType: number): [string, unknown] {
  expectType(wireType, delimited, 'map');
  const entry = new WireReader(reader.bytes());
  let key = '';
  let item: unknown;
  while (!entry.done) {
    const tag = Number(entry.varint());
    if (tag >> 3 === 1) key = value(facts, 'string', entry, tag & 7) as string;
    else item = value(facts, type, entry, tag & 7);
  }
  return [key, item];
}

function value(facts: ApiFacts, type: string, reader: WireReader, wireType: number): unknown {
  expectType(wireType, wireTypeOf(facts, type), type);
  switch (type) {
    case 'string':
      return Buffer.from(reader.bytes()).toString();
    case 'bytes':
      return Buffer.from(reader.bytes());
    case 'bool':
      return reader.varint() === 1n;
    case 'int32':
      return Number(BigInt.asIntN(32, reader.varint()));
    case 'uint32':
      return Number(reader.varint());
    case 'int64':
      return BigInt.asIntN(64, reader.varint());
    case 'uint64':
      return reader.varint();
    case 'double':
      return reader.double();
    default:
      return facts.enums.has(type) ? Number(reader.varint()) : decodeByFacts(facts, type, reader.bytes());
  }
}

function wireTypeOf(facts: ApiFacts, type: string): number {
  if (type === 'double') return fixed64;
  if (/^(bool|u?int(32|64))$/.test(type) || facts.enums.has(type)) return varint;
  return delimited;
}

function expectType(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new Error(`${what} has wire type ${actual}, not ${expected}`);
}

class WireReader {
  readonly #view: DataView;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get done(): boolean {
    return this.#position >= this.#view.byteLength;
  }

  varint(): bigint {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#view.getUint8(this.#position++);
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return result;
    }
  }

  bytes(): Uint8Array {
    const length = Number(this.varint());
    const start = this.#view.byteOffset + this.#position;
    this.#position += length;
    if (this.#position > this.#view.byteLength) throw new Error('a length goes past the end');
    return new Uint8Array(this.#view.buffer, start, length);
  }

  double(): number {
    this.#position += 8;
    return this.#view.getFloat64(this.#position - 8, true);
  }
}
