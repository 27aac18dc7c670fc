import { isIP } from 'node:net';
import type { CertificateAndKey } from '../../pki/issue.js';
import { createAuthority, createCertificate } from '../../pki/issue.js';
import { relabelForTls } from '../../pki/keys.js';
import { validFor } from '../../pki/validity.js';
import type { ServerTls } from '../rpc/server.js';

const day = 24 * 3_600_000;
/** Clients whose clock is a little behind shall still accept the certificate. */
const leeway = 10_000;

export interface ApiNames {
  readonly hostname: string;
  readonly addresses: readonly string[];
  /** More names and addresses from the configuration. */
  readonly certSans: readonly string[];
}

/** A certificate that nobody signed for, new at each boot: what a machine shows that has no configuration. */
export async function maintenanceTls(names: ApiNames, now: Date): Promise<ServerTls> {
  const validity = validFor(new Date(now.getTime() - leeway), day);
  const authority = await createAuthority({ ...validity, organizations: ['talos'] });
  const leaf = await createCertificate(authority, {
    ...validity,
    usages: ['server'],
    commonName: 'maintenance-service.talos.dev',
    ...alternativeNames(names),
  });
  return { cert: leaf.crt, key: relabelForTls(leaf.key) };
}

/** The certificate of a configured machine. Clients have to come from the authority or another accepted one. */
export async function machineTls(
  authority: CertificateAndKey,
  acceptedCas: readonly string[],
  names: ApiNames,
  now: Date,
): Promise<ServerTls> {
  const leaf = await createCertificate(authority, {
    ...validFor(new Date(now.getTime() - leeway), day),
    usages: ['server'],
    commonName: names.hostname,
    ...alternativeNames(names),
  });
  return { cert: leaf.crt, key: relabelForTls(leaf.key), clientCa: [authority.crt, ...acceptedCas] };
}

function alternativeNames({ hostname, addresses, certSans }: ApiNames) {
  const all = [...new Set([hostname, ...addresses, ...certSans])];
  return {
    dnsNames: all.filter((name) => isIP(name) === 0),
    ipAddresses: all.filter((name) => isIP(name) !== 0),
  };
}
