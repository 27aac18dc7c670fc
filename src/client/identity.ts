import { TalosctlError } from '../errors/errors.js';
import { parseCertificate } from '../pki/certificate.js';
import { relabelForTls } from '../pki/keys.js';
import { hour } from '../pki/validity.js';
import type { TalosconfigContext } from '../talosconfig/talosconfig.js';

const day = 24 * hour;
/** How long before its end a certificate is called ageing. */
const ageing = 30 * day;

/** What a context shows to a node, and what it trusts. PEM texts, with labels that TLS libraries know. */
export interface Identity {
  /** Absent: the system's authorities are trusted. */
  readonly ca?: string;
  readonly certificate?: { readonly crt: string; readonly key: string };
  /** Value of the metadata `authorization`. */
  readonly authorization?: string;
}

/**
 * Decodes the identity of a talosconfig context. Fails, before anything is dialled, for what cannot work: keys that are
 * not base64 or PEM, an expired certificate, identities that need signing.
 * @param warn takes a sentence about a certificate that ends within 30 days
 */
export function readIdentity(
  name: string,
  context: TalosconfigContext,
  now: Date,
  warn: (sentence: string) => void,
): Identity {
  if (sideroIdentity(context.auth) !== undefined) {
    throw new TalosctlError(`context "${name}" signs its requests with a SideroV1 key, which is not supported yet`, {
      hint: 'use a context with ca, crt and key; see `talosctl config contexts`',
    });
  }
  const ca = decode(context.ca, name, 'ca');
  const crt = decode(context.crt, name, 'crt');
  const authorization = basicAuthorization(context.auth);
  if (crt !== undefined) checkValidity(crt, name, now, warn);
  const key = decode(context.key, name, 'key');
  if ((crt === undefined) !== (key === undefined)) {
    throw new TalosctlError(
      `context "${name}" has a ${crt === undefined ? 'key without its certificate (crt)' : 'certificate (crt) without its key'}`,
      { hint: 'merge the talosconfig again: `talosctl config merge <file>`' },
    );
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(crt === undefined || key === undefined ? {} : { certificate: { crt, key: relabelForTls(key) } }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

function decode(value: string | undefined, name: string, key: string): string | undefined {
  if (value === undefined || value === '') return undefined;
  const text = /^[A-Za-z0-9+/=\s]*$/.test(value) ? Buffer.from(value, 'base64').toString('latin1') : '';
  if (!text.includes('-----BEGIN ')) {
    throw new TalosctlError(`"${key}" of context "${name}" is not the base64 of a PEM text`, {
      hint: 'merge the talosconfig again: `talosctl config merge <file>`',
    });
  }
  return text;
}

function checkValidity(crt: string, name: string, now: Date, warn: (sentence: string) => void): void {
  const { notAfter } = parseCertificate(crt, `"crt" of context "${name}"`);
  const left = notAfter.getTime() - now.getTime();
  const date = notAfter.toISOString().slice(0, 10);
  const renewal =
    'make a new one: `talosctl config new` with a certificate that still works, or `talosctl gen config --with-secrets … -t talosconfig`';
  if (left < 0) {
    throw new TalosctlError(`the client certificate of context "${name}" EXPIRED on ${date}`, { hint: renewal });
  }
  if (left < ageing) {
    const days = Math.floor(left / day);
    warn(
      `the client certificate of context "${name}" expires on ${date}, in ${days} ${days === 1 ? 'day' : 'days'}; ${renewal}`,
    );
  }
}

function sideroIdentity(auth: unknown): string | undefined {
  const siderov1 = field(auth, 'siderov1');
  return siderov1 === undefined || siderov1 === null ? undefined : String(field(siderov1, 'identity') ?? '');
}

function basicAuthorization(auth: unknown): string | undefined {
  const basic = field(auth, 'basic');
  const username = field(basic, 'username');
  const password = field(basic, 'password');
  if (typeof username !== 'string') return undefined;
  const text = `${username}:${typeof password === 'string' ? password : ''}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function field(value: unknown, name: string): unknown {
  if (value instanceof Map) return value.get(name);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
