import { TalosctlError } from '../errors/errors.js';
import { certificateValidity } from '../pki/certificate-validity.js';
import type { Validity } from '../pki/validity.js';
import type { SelectedContext } from './select.js';

/** How to get a certificate in place of one that expired. */
export const renewalHint =
  'make a new one from the secrets bundle: `talosctl gen config CLUSTER ENDPOINT --with-secrets secrets.yaml -t talosconfig`; ' +
  'or, with an os:admin certificate that is still valid, `talosctl config new`';

/** The client certificate of a context, PEM, and how errors call it; undefined where it has none (contexts of other makers). */
export function clientCertificate({ name, context }: SelectedContext): { pem: string; what: string } | undefined {
  if (!context.crt) return undefined;
  const what = `the client certificate of context ${JSON.stringify(name)}`;
  return { pem: decodeBase64(context.crt, what).toString('utf8'), what };
}

/**
 * From when to when the client certificate of a context is valid; undefined where it has none.
 * @throws TalosctlError where there is one that cannot be read
 */
export function clientValidity(selected: SelectedContext): Validity | undefined {
  const certificate = clientCertificate(selected);
  return certificate && certificateValidity(certificate.pem, certificate.what);
}

/** Whether the certificate may no longer be used. */
export function isExpired(certificate: Validity, now: Date): boolean {
  return certificate.notAfter.getTime() < now.getTime();
}

/**
 * Says so before anything is dialled, where a node could only answer `bad certificate`.
 * @throws TalosctlError where the context's client certificate has expired
 */
export function checkNotExpired(selected: SelectedContext, now: Date): void {
  const certificate = clientValidity(selected);
  if (certificate === undefined || !isExpired(certificate, now)) return;
  const day = certificate.notAfter.toISOString().slice(0, 10);
  throw new TalosctlError(`the client certificate of context ${JSON.stringify(selected.name)} has expired on ${day}`, {
    hint: renewalHint,
  });
}

/**
 * Bytes of a base64 field.
 * @throws TalosctlError for text that is not base64
 */
export function decodeBase64(text: string, what: string): Buffer {
  const compact = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new TalosctlError(`${what} is not base64`);
  return Buffer.from(compact, 'base64');
}
