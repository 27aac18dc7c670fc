import { isIP } from 'node:net';
import { type CertificateAndKey, createAuthority, createCertificate } from '../../src/pki/issue.js';
import { relabelForTls } from '../../src/pki/keys.js';
import { hour, validFor } from '../../src/pki/validity.js';
import type { SelectedContext } from '../../src/talosconfig/select.js';

const year = 365 * 24 * hour;

export interface ClientCertificateOptions {
  /** Default: os:admin. */
  readonly roles?: readonly string[];
  readonly from?: Date;
  /** Milliseconds; default: a year. */
  readonly lifetime?: number;
}

/** The certificates of a cluster for tests: an Ed25519 authority as Talos makes it, and what it signs. */
export class TestCluster {
  readonly authority: CertificateAndKey;

  private constructor(authority: CertificateAndKey) {
    this.authority = authority;
  }

  static async create(): Promise<TestCluster> {
    return new TestCluster(
      await createAuthority({ ...validFor(new Date(Date.now() - hour), 10 * year), organizations: ['talos'] }),
    );
  }

  /** A server's certificate for addresses and names. PEM that Node's TLS takes. */
  async server(...names: readonly string[]): Promise<{ readonly cert: string; readonly key: string }> {
    const { crt, key } = await createCertificate(this.authority, {
      ...validFor(new Date(Date.now() - hour), year),
      usages: ['server'],
      organizations: [],
      commonName: 'test node',
      ipAddresses: names.filter((name) => isIP(name) !== 0),
      dnsNames: names.filter((name) => isIP(name) === 0),
    });
    return { cert: crt, key: relabelForTls(key) };
  }

  /** A client's certificate as a talosconfig has it. */
  async client(options: ClientCertificateOptions = {}): Promise<CertificateAndKey> {
    return createCertificate(this.authority, {
      ...validFor(options.from ?? new Date(Date.now() - hour), options.lifetime ?? year),
      usages: ['client'],
      organizations: [...(options.roles ?? ['os:admin'])],
      commonName: '',
    });
  }

  /** A talosconfig context with a client certificate of this cluster. */
  async context(
    endpoints: readonly string[],
    nodes: readonly string[],
    options: ClientCertificateOptions = {},
  ): Promise<SelectedContext> {
    return contextOf(endpoints, nodes, this.authority.crt, await this.client(options));
  }
}

/** A talosconfig context from PEM texts. */
export function contextOf(
  endpoints: readonly string[],
  nodes: readonly string[],
  ca: string,
  { crt, key }: CertificateAndKey,
): SelectedContext {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return { name: 'test', context: { endpoints, nodes, ca: base64(ca), crt: base64(crt), key: base64(key) } };
}
