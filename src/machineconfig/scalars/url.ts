import { parseAddress } from './address.js';
import { FormError, type ScalarForm } from './form.js';

const unreserved = /[A-Za-z0-9\-_.~]/;

/** Characters that stand unescaped in the parts of a URL, besides letters, digits and `-_.~`. */
const allowed = {
  path: '$&+,/:;=@',
  user: '$&+,;=',
  host: '!$&\'()*+,;=:[]<>"',
  fragment: '$&+,/:;=?@!()*',
} as const;
type Part = keyof typeof allowed;

function mustEscape(char: string, part: Part): boolean {
  return !unreserved.test(char) && !allowed[part].includes(char);
}

/** Resolves `%xx`. Throws FormError where it is not followed by two hexadecimal digits. */
function percentDecode(text: string): Buffer {
  const bytes: number[] = [];
  const raw = Buffer.from(text);
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0;
    if (byte !== 0x25) {
      bytes.push(byte);
      continue;
    }
    const digits = raw.subarray(at + 1, at + 3).toString();
    if (!/^[0-9a-fA-F]{2}$/.test(digits)) throw new FormError(`%${digits} is no escape in a URL`);
    bytes.push(Number.parseInt(digits, 16));
    at += 2;
  }
  return Buffer.from(bytes);
}

function percentEncode(bytes: Buffer, part: Part): string {
  let out = '';
  for (const byte of bytes) {
    const char = byte < 0x80 ? String.fromCharCode(byte) : '';
    out += char === '' || mustEscape(char, part) ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}` : char;
  }
  return out;
}

/** The text itself where it is escaped properly, else escaped anew. */
function normalise(text: string, part: 'path' | 'fragment'): string {
  const bytes = percentDecode(text);
  const proper = Array.from(text).every((char) => "!$&'()*+,;=:@[]%".includes(char) || !mustEscape(char, part));
  return proper ? text : percentEncode(bytes, part);
}

/** `oneColon`: nothing but the port may follow a colon, as in web addresses. */
function normaliseHost(text: string, oneColon: boolean): string {
  const invalid = new FormError(`${JSON.stringify(text)} is no host in a URL`);
  const bracket = text.startsWith('[') ? text.lastIndexOf(']') : -1;
  if (text.startsWith('[') && bracket < 0) throw invalid;
  const colon = bracket >= 0 ? bracket + 1 : oneColon ? text.indexOf(':') : text.lastIndexOf(':');
  const port = colon < 0 ? '' : text.slice(colon);
  if (!/^(?::[0-9]*)?$/.test(port)) throw new FormError(`${JSON.stringify(port)} is no port in a URL`);
  if (bracket >= 0 && !isIpv6(text.slice(1, bracket))) throw invalid;
  const zone = bracket >= 0 ? text.indexOf('%25') : -1;
  if (zone >= 0) {
    const name = percentEncode(percentDecode(text.slice(zone + 3, bracket)), 'host');
    return `${text.slice(0, zone)}%25${name}]${port}`;
  }
  if (/%[0-7]/.test(text)) throw new FormError('a host in a URL may not have escaped letters');
  for (const char of text) {
    if (char < '\u0080' && char !== '%' && mustEscape(char, 'host')) throw invalid;
  }
  return percentEncode(percentDecode(text), 'host');
}

/** Whether the text between brackets is an IPv6 address; its zone follows %25. */
function isIpv6(text: string): boolean {
  const zone = text.indexOf('%25');
  return parseAddress(zone < 0 ? text : text.slice(0, zone))?.bytes.length === 16;
}

function normaliseAuthority(text: string, oneColon: boolean): string {
  const at = text.lastIndexOf('@');
  const host = normaliseHost(text.slice(at + 1), oneColon);
  if (at < 0) return host;
  const info = text.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(info)) throw new FormError('a URL has wrong characters before the @');
  const colon = info.indexOf(':');
  const user = percentEncode(percentDecode(colon < 0 ? info : info.slice(0, colon)), 'user');
  return colon < 0
    ? `${user}@${host}`
    : `${user}:${percentEncode(percentDecode(info.slice(colon + 1)), 'user')}@${host}`;
}

/** A URL in the spelling that the reference writes. Throws FormError. */
export function normaliseUrl(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a URL may not have
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new FormError('a URL may not have control characters');
  const hash = text.indexOf('#');
  const fragment = hash < 0 ? '' : text.slice(hash + 1);
  const rest = hash < 0 ? text : text.slice(0, hash);
  const [scheme, afterScheme] = splitScheme(rest);
  const question = afterScheme.indexOf('?');
  const query = question < 0 ? '' : afterScheme.slice(question);
  const hierarchy = question < 0 ? afterScheme : afterScheme.slice(0, question);
  const tail = query + (fragment === '' ? '' : `#${normalise(fragment, 'fragment')}`);
  const start = scheme === '' ? '' : `${scheme.toLowerCase()}:`;
  if (!hierarchy.startsWith('/')) {
    if (scheme !== '') return start + hierarchy + tail;
    if ((hierarchy.split('/')[0] ?? '').includes(':')) throw new FormError('the first part of the URL has a colon');
    return normalise(hierarchy, 'path') + tail;
  }
  if (!hierarchy.startsWith('//') || (scheme === '' && hierarchy.startsWith('///'))) {
    return start + normalise(hierarchy, 'path') + tail;
  }
  const slash = hierarchy.indexOf('/', 2);
  const authority = hierarchy.slice(2, slash < 0 ? undefined : slash);
  const path = slash < 0 ? '' : normalise(hierarchy.slice(slash), 'path');
  const host = normaliseAuthority(authority, /^https?$/i.test(scheme));
  return host === '' && path === '' ? start + tail : `${start}//${host}${path}${tail}`;
}

function splitScheme(text: string): [string, string] {
  const match = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(text);
  if (match !== null) return [match[1] ?? '', text.slice(match[0].length)];
  if (text.startsWith(':')) throw new FormError('the URL has no scheme before its colon');
  return ['', text];
}

/** A URL; in merges it is one value. */
export const urlForm: ScalarForm = {
  name: 'a URL',
  schema: { type: 'string', format: 'uri' },
  unset: '',
  decode: ({ text }) => (text === '' ? '' : normaliseUrl(text)),
};
