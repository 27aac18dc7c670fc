import { isIP } from 'node:net';
import { TalosctlError } from '../errors/errors.js';
import {
  bitString,
  content,
  contextTag,
  type Der,
  decodeDer,
  encodeDer,
  implicit,
  isBoolean,
  items,
  objectId,
  octetString,
  readObjectId,
  sequence,
  setOf,
  trueValue,
} from './der.js';
import { formatIpAddress, ipAddressBytes } from './ip.js';

/** What a certificate may be used for in TLS. */
export type ExtendedUsage = 'server' | 'client';

/** Names and addresses a certificate is valid for. */
export interface AlternativeNames {
  readonly dnsNames: readonly string[];
  /** Textual IP addresses. */
  readonly ipAddresses: readonly string[];
}

export interface Extensions extends AlternativeNames {
  readonly isCa: boolean;
  readonly extendedUsages: readonly ExtendedUsage[];
  readonly subjectKeyId?: Buffer | undefined;
  readonly authorityKeyId?: Buffer | undefined;
}

const oid = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

const usageOid: Record<ExtendedUsage, string> = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' };

const dnsTag = 2;
const ipTag = 7;

const extension = (id: string, value: Der, critical = false): Der =>
  sequence(objectId(id), ...(critical ? [trueValue()] : []), octetString(encodeDer(value)));

/** The extensions in the order in which Talos certificates carry them. */
export function encodeExtensions(extensions: Extensions, subjectIsEmpty: boolean): Der {
  const { isCa, extendedUsages, subjectKeyId, authorityKeyId } = extensions;
  // digitalSignature is bit 0, keyCertSign bit 5.
  const keyUsage = isCa ? bitString(Buffer.from([0x84]), 2) : bitString(Buffer.from([0x80]), 7);
  const list = [extension(oid.keyUsage, keyUsage, true)];
  if (extendedUsages.length > 0) {
    const usages = extendedUsages.map((usage) => objectId(usageOid[usage]));
    list.push(extension(oid.extendedKeyUsage, sequence(...usages)));
  }
  if (isCa) list.push(extension(oid.basicConstraints, sequence(trueValue()), true));
  if (subjectKeyId !== undefined) list.push(extension(oid.subjectKeyId, octetString(subjectKeyId)));
  if (authorityKeyId !== undefined) list.push(extension(oid.authorityKeyId, sequence(implicit(0, authorityKeyId))));
  list.push(...alternativeNamesExtension(extensions, subjectIsEmpty));
  return sequence(...list);
}

/** The subjectAltName extension, none where there are no names; critical where it alone says who the subject is. */
function alternativeNamesExtension(names: AlternativeNames, subjectIsEmpty: boolean): readonly Der[] {
  const general = [
    ...names.dnsNames.map((name) => implicit(dnsTag, Buffer.from(name, 'latin1'))),
    ...names.ipAddresses.map((address) => implicit(ipTag, requireIpAddress(address))),
  ];
  return general.length === 0 ? [] : [extension(oid.alternativeName, sequence(...general), subjectIsEmpty)];
}

function requireIpAddress(address: string): Buffer {
  if (isIP(address) === 0) throw new TalosctlError(`"${address}" is not an IP address`);
  return ipAddressBytes(address);
}

/** Reads a list of extensions; those this program has no use for are skipped. */
export function decodeExtensions(list: Der | undefined, what: string): Extensions {
  const contents = new Map<string, Buffer>();
  for (const entry of list === undefined ? [] : items(list, what)) {
    const parts = items(entry, what);
    const value = isBoolean(parts[1]) ? parts[2] : parts[1];
    contents.set(readObjectId(parts[0], what), content(value, what));
  }
  const extensionValue = (id: string): Der | undefined => {
    const found = contents.get(id);
    return found && decodeDer(found, `an extension of ${what}`);
  };
  const subjectKeyId = extensionValue(oid.subjectKeyId);
  const authorityKeyId = extensionValue(oid.authorityKeyId);
  return {
    isCa: decodeIsCa(extensionValue(oid.basicConstraints), what),
    extendedUsages: decodeUsages(extensionValue(oid.extendedKeyUsage), what),
    subjectKeyId: subjectKeyId && content(subjectKeyId, what),
    authorityKeyId: authorityKeyId && decodeAuthorityKeyId(authorityKeyId, what),
    ...decodeAlternativeNames(extensionValue(oid.alternativeName), what),
  };
}

function decodeIsCa(constraints: Der | undefined, what: string): boolean {
  const first = constraints === undefined ? undefined : items(constraints, what)[0];
  return isBoolean(first) && content(first, what)[0] !== 0;
}

function decodeUsages(list: Der | undefined, what: string): readonly ExtendedUsage[] {
  const ids = list === undefined ? [] : items(list, what).map((id) => readObjectId(id, what));
  return (['server', 'client'] as const).filter((usage) => ids.includes(usageOid[usage]));
}

function decodeAuthorityKeyId(value: Der, what: string): Buffer | undefined {
  const keyId = items(value, what).find((item) => contextTag(item) === 0);
  return keyId && content(keyId, what);
}

function decodeAlternativeNames(list: Der | undefined, what: string): AlternativeNames {
  const names = list === undefined ? [] : items(list, what);
  const ofTag = (number: number): readonly Buffer[] =>
    names.filter((name) => contextTag(name) === number).map((name) => content(name, what));
  return {
    dnsNames: ofTag(dnsTag).map((name) => name.toString('latin1')),
    ipAddresses: ofTag(ipTag).map(formatIpAddress),
  };
}

const extensionRequestOid = '1.2.840.113549.1.9.14';

/** The attributes of a certificate request that ask for alternative names. */
export function encodeRequestAttributes(names: AlternativeNames): readonly Der[] {
  const wanted = alternativeNamesExtension(names, false);
  return wanted.length === 0 ? [] : [sequence(objectId(extensionRequestOid), setOf([sequence(...wanted)]))];
}

export function decodeRequestAttributes(attributes: readonly Der[], what: string): AlternativeNames {
  for (const attribute of attributes) {
    const [id, values] = items(attribute, what);
    if (readObjectId(id, what) === extensionRequestOid) return decodeExtensions(items(values, what)[0], what);
  }
  return { dnsNames: [], ipAddresses: [] };
}
