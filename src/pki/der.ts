import asn1, { type Asn1 } from 'node-forge/lib/asn1.js';
import { TalosctlError } from '../errors/errors.js';

/** One ASN.1 value. */
export type Der = Asn1;

const universal = 0x00;
const contextSpecific = 0x80;

const tag = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8: 12,
  sequence: 16,
  set: 17,
  printable: 19,
  utcTime: 23,
  generalizedTime: 24,
} as const;

const bytes = (buffer: Buffer): string => buffer.toString('latin1');
const primitive = (type: number, value: string): Der => asn1.create(universal, type, false, value);

export const sequence = (...items: readonly Der[]): Der => asn1.create(universal, tag.sequence, true, items);

/** A SET OF: DER wants its items in the order of their encodings. */
export function setOf(items: readonly Der[]): Der {
  const sorted = [...items].sort((a, b) => Buffer.compare(encodeDer(a), encodeDer(b)));
  return asn1.create(universal, tag.set, true, sorted);
}

/** An integer of an unsigned big-endian number. */
export function integer(unsigned: Buffer): Der {
  let start = 0;
  while (start < unsigned.length - 1 && unsigned[start] === 0) start++;
  const digits = unsigned.subarray(start);
  const negative = ((digits[0] ?? 0) & 0x80) !== 0;
  return primitive(tag.integer, (negative ? '\0' : '') + bytes(digits));
}

export const objectId = (oid: string): Der => primitive(tag.oid, asn1.oidToDer(oid).getBytes());
export const nullValue = (): Der => primitive(tag.null, '');
export const trueValue = (): Der => primitive(tag.boolean, '\xff');
export const octetString = (content: Buffer): Der => primitive(tag.octetString, bytes(content));
/** A bit string; `unused` is the number of bits at its end that do not count. */
export const bitString = (content: Buffer, unused = 0): Der =>
  primitive(tag.bitString, String.fromCharCode(unused) + bytes(content));

/** A text as the shortest kind that X.509 names use: PrintableString where its alphabet suffices, else UTF8String. */
export function text(value: string): Der {
  const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value);
  return primitive(printable ? tag.printable : tag.utf8, bytes(Buffer.from(value, 'utf8')));
}

/** A time with the precision of seconds, in the form that its year asks for (RFC 5280, 4.1.2.5). */
export function time(date: Date): Der {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  const year = date.getUTCFullYear();
  return year >= 1950 && year < 2050 ? primitive(tag.utcTime, digits.slice(2)) : primitive(tag.generalizedTime, digits);
}

/** A value under a context tag of its own (EXPLICIT). */
export const explicit = (number: number, ...items: readonly Der[]): Der =>
  asn1.create(contextSpecific, number, true, items);

/** Primitive bytes whose tag is replaced by a context tag (IMPLICIT). */
export const implicit = (number: number, content: Buffer): Der =>
  asn1.create(contextSpecific, number, false, bytes(content));

export const encodeDer = (value: Der): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');

/** Reads one value and nothing after it. `what` names it in the error. */
export function decodeDer(content: Buffer, what: string): Der {
  try {
    return asn1.fromDer(bytes(content), { strict: true, parseAllBytes: true, decodeBitStrings: false });
  } catch (cause) {
    throw malformed(what, cause);
  }
}

const malformed = (what: string, cause?: unknown): TalosctlError =>
  new TalosctlError(`${what} is not well-formed DER`, { cause });

/** The parts of a constructed value. */
export function items(value: Der | undefined, what: string): readonly Der[] {
  if (value === undefined || typeof value.value === 'string') throw malformed(what);
  return value.value;
}

/** The bytes of a primitive value, without tag and length. */
export function content(value: Der | undefined, what: string): Buffer {
  if (value === undefined || typeof value.value !== 'string') throw malformed(what);
  return Buffer.from(value.value, 'latin1');
}

export const bitStringContent = (value: Der | undefined, what: string): Buffer => content(value, what).subarray(1);
export const readObjectId = (value: Der | undefined, what: string): string =>
  asn1.derToOid(content(value, what).toString('latin1'));

/** The number of a context tag, undefined for a universal one. */
export const contextTag = (value: Der | undefined): number | undefined =>
  value?.tagClass === contextSpecific ? value.type : undefined;

export const isBoolean = (value: Der | undefined): boolean =>
  value?.tagClass === universal && value.type === tag.boolean;

/** A UTCTime or GeneralizedTime in UTC with seconds, the only forms that RFC 5280 allows. */
export function readTime(value: Der | undefined, what: string): Date {
  const digits = content(value, what).toString('latin1');
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(digits);
  if (match === null) throw malformed(what);
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const century = match[1]?.length === 4 ? 0 : year < 50 ? 2000 : 1900;
  return new Date(Date.UTC(century + year, month - 1, day, hour, minute, second));
}
