import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { TalosctlError } from '../errors/errors.js';
import { publicKeyFingerprint } from '../pki/fingerprint.js';
import { type Endpoint, hostWithoutZone } from './endpoint.js';
import type { Identity } from './identity.js';

/** How the other end is known. */
export type Trust =
  /** By a certificate for the endpoint that was dialled, signed by a trusted authority. */
  | { readonly kind: 'authority' }
  /** Not at all: a node in maintenance mode has made its certificate itself. */
  | { readonly kind: 'anyone' }
  /** By the public key of its certificate. */
  | { readonly kind: 'fingerprint'; readonly fingerprints: readonly string[] };

export interface TlsSettings {
  readonly context: SecureContext;
  readonly trust: Trust;
  /** What is spoken over TLS. */
  readonly protocol: 'h2' | 'http/1.1';
}

/** Prepares TLS with a client identity. `roots` are trusted where the identity names no authority. */
export function identityTls(name: string, identity: Identity, roots: readonly string[] | undefined): TlsSettings {
  const ca = identity.ca ?? (roots === undefined ? undefined : [...roots]);
  try {
    const context = createSecureContext({
      ...(ca === undefined ? {} : { ca }),
      ...(identity.certificate === undefined ? {} : { cert: identity.certificate.crt, key: identity.certificate.key }),
    });
    return { context, trust: { kind: 'authority' }, protocol: 'h2' };
  } catch (error) {
    throw new TalosctlError(
      `ca, crt and key of context "${name}" cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error, hint: 'merge the talosconfig again: `talosctl config merge <file>`' },
    );
  }
}

/** TLS towards a node in maintenance mode: no client certificate, and fingerprints instead of authorities. */
export function maintenanceTls(fingerprints: readonly string[]): TlsSettings {
  const trust: Trust = fingerprints.length === 0 ? { kind: 'anyone' } : { kind: 'fingerprint', fingerprints };
  return { context: createSecureContext(), trust, protocol: 'h2' };
}

/**
 * TLS over a connection that stands. The certificate is checked against the endpoint, whoever the connection goes
 * through; a server name is sent only where the endpoint is a name, since it may not be an address.
 * Rejects with an Error whose text starts with the error code.
 */
export function secure(socket: Socket, endpoint: Endpoint, settings: TlsSettings): Promise<TLSSocket> {
  const host = hostWithoutZone(endpoint.host);
  return new Promise((resolve, reject) => {
    const secured = connect({
      socket,
      secureContext: settings.context,
      ALPNProtocols: [settings.protocol],
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: settings.trust.kind === 'authority',
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
    });
    const onError = (error: Error): void => reject(coded(error));
    const onClose = (): void => reject(new Error('ECONNRESET: the connection was closed while TLS was set up'));
    secured.once('error', onError).once('close', onClose);
    secured.once('secureConnect', () => {
      secured.off('close', onClose);
      // The listener for errors stays: a node refuses a client certificate after this side is through.
      const strange =
        settings.trust.kind === 'fingerprint' && !settings.trust.fingerprints.includes(fingerprintOf(secured));
      if (!strange) return resolve(secured);
      secured.destroy();
      reject(new Error('FINGERPRINT_MISMATCH: the certificate of the node has none of the fingerprints given'));
    });
  });
}

function fingerprintOf(socket: TLSSocket): string {
  const { raw } = socket.getPeerCertificate();
  return raw === undefined ? '' : publicKeyFingerprint(raw);
}

function coded(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  return code === '' ? error : new Error(`${code}: ${error.message}`, { cause: error });
}
