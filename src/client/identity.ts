import { TalosctlError } from '../errors/errors.js';
import { relabelForTls } from '../pki/keys.js';
import { hour } from '../pki/validity.js';
import { checkNotExpired, clientValidity, decodeBase64, renewalHint } from '../talosconfig/certificate.js';
import type { SelectedContext } from '../talosconfig/select.js';

const day = 24 * hour;
/** How long before its end a certificate is called ageing; a short-lived one only in its last quarter. */
const ageing = (lifetime: number): number => Math.min(30 * day, lifetime / 4);

/** What a context shows to a node, and what it trusts. PEM texts, with labels that TLS libraries know. */
export interface Identity {
  /** Absent: the system's authorities are trusted. */
  readonly ca?: string;
  readonly certificate?: { readonly crt: string; readonly key: string };
  /** Value of the metadata `authorization`. */
  readonly authorization?: string;
}

/**
 * Decodes the identity of a talosconfig context. Fails, before anything is dialled, for what cannot work: fields that
 * are no base64, an expired certificate, identities that need signing.
 * @param warn takes a sentence about a certificate that ends within 30 days
 */
export function readIdentity(selected: SelectedContext, now: Date, warn: (sentence: string) => void): Identity {
  const { name, context } = selected;
  if (isSet(field(context.auth, 'siderov1'))) {
    throw new TalosctlError(`context "${name}" signs its requests with a SideroV1 key, which is not supported yet`, {
      hint: 'use a context with ca, crt and key; see `talosctl config contexts`',
    });
  }
  checkNotExpired(selected, now);
  const ageingSentence = aboutAgeing(selected, now);
  if (ageingSentence !== undefined) warn(ageingSentence);
  const decode = (key: 'ca' | 'crt' | 'key'): string | undefined => {
    const value = context[key];
    return value ? decodeBase64(value, `"${key}" of context "${name}"`).toString('latin1') : undefined;
  };
  const ca = decode('ca');
  const crt = decode('crt');
  const key = decode('key');
  if ((crt === undefined) !== (key === undefined)) {
    const half = crt === undefined ? 'a key without its certificate (crt)' : 'a certificate (crt) without its key';
    throw new TalosctlError(`context "${name}" has ${half}`, {
      hint: 'merge the talosconfig again: `talosctl config merge <file>`',
    });
  }
  const authorization = basicAuthorization(context.auth);
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(crt === undefined || key === undefined ? {} : { certificate: { crt, key: relabelForTls(key) } }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

function aboutAgeing(selected: SelectedContext, now: Date): string | undefined {
  const certificate = clientValidity(selected);
  if (certificate === undefined) return undefined;
  const { notBefore, notAfter } = certificate;
  const left = notAfter.getTime() - now.getTime();
  if (left >= ageing(notAfter.getTime() - notBefore.getTime())) return undefined;
  const days = Math.floor(left / day);
  const when = `on ${notAfter.toISOString().slice(0, 10)}, in ${days} ${days === 1 ? 'day' : 'days'}`;
  return `the client certificate of context "${selected.name}" expires ${when}; ${renewalHint}`;
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

const isSet = (value: unknown): boolean => value !== undefined && value !== null;
