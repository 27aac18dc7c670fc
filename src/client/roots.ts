import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';

/** Where Linux distributions and the BSDs keep the authorities that the system trusts. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/cacert.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The authorities trusted for endpoints of contexts without a CA of their own: the file in SSL_CERT_FILE, else the
 * system's, else those that come with the runtime.
 */
export async function systemRoots(env: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const named = env.SSL_CERT_FILE;
  if (named !== undefined && named !== '') return [await readFile(named, 'utf8')];
  for (const bundle of bundles) {
    const text = await readFile(bundle, 'utf8').catch(() => undefined);
    if (text !== undefined) return [text];
  }
  return rootCertificates;
}
