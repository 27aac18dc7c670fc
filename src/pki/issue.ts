import { type KeyObject, randomBytes } from 'node:crypto';
import { TalosctlError } from '../errors/errors.js';
import { parseCertificate } from './certificate.js';
import { type Der, decodeDer, encodeDer, explicit, integer, items, sequence, time } from './der.js';
import { type AlternativeNames, type ExtendedUsage, type Extensions, encodeExtensions } from './extensions.js';
import {
  encodePrivateKey,
  generatePrivateKey,
  isPrivateKeyOf,
  type KeyAlgorithm,
  keyAlgorithm,
  parsePrivateKey,
  parsePublicKey,
  publicKeyInfo,
} from './keys.js';
import { encodeName, type Name } from './name.js';
import { encodePem, pemLabel } from './pem.js';
import { type CertificateRequest, parseCertificateRequest } from './request.js';
import { signatureIdentifier, signed } from './signature.js';
import type { Validity } from './validity.js';

/** A certificate and its private key, both PEM as Talos writes them. */
export interface CertificateAndKey {
  readonly crt: string;
  readonly key: string;
}

export interface AuthorityOptions extends Validity, Partial<AlternativeNames> {
  /** Ed25519 where not given. */
  readonly algorithm?: KeyAlgorithm;
  readonly organizations?: readonly string[];
}

/** Makes a key and a self-signed certificate that may sign others and serve TLS on either side. */
export async function createAuthority(options: AuthorityOptions): Promise<CertificateAndKey> {
  const key = await generatePrivateKey(options.algorithm ?? 'ed25519');
  const name = encodeName({ organizations: options.organizations ?? [], commonName: '' });
  const crt = issue(key, {
    validity: options,
    issuer: name,
    subject: name,
    publicKey: publicKeyInfo(key),
    extensions: {
      isCa: true,
      extendedUsages: ['server', 'client'],
      // Not a hash of the key: any unique bytes serve (RFC 5280, 4.2.1.2).
      subjectKeyId: randomBytes(20),
      dnsNames: options.dnsNames ?? [],
      ipAddresses: options.ipAddresses ?? [],
    },
  });
  return { crt, key: encodePrivateKey(key) };
}

export interface IssueOptions extends Validity {
  readonly usages: readonly ExtendedUsage[];
}

export interface LeafOptions extends IssueOptions, Partial<AlternativeNames>, Partial<Name> {}

/** Makes a key of the authority's algorithm and a certificate for it, signed by the authority. */
export async function createCertificate(
  authority: CertificateAndKey,
  options: LeafOptions,
): Promise<CertificateAndKey> {
  const key = await generatePrivateKey(keyAlgorithm(parsePrivateKey(authority.key, "the authority's key")));
  const subject = encodeName({ organizations: options.organizations ?? [], commonName: options.commonName ?? '' });
  const crt = issueFrom(authority, options, {
    subject,
    publicKey: publicKeyInfo(key),
    dnsNames: options.dnsNames ?? [],
    ipAddresses: options.ipAddresses ?? [],
  });
  return { crt, key: encodePrivateKey(key) };
}

/** Signs a certificate request: subject, public key and alternative names are the request's. Gives the PEM. */
export function signRequest(authority: CertificateAndKey, request: string, options: IssueOptions): string {
  return issueFrom(authority, options, parseCertificateRequest(request));
}

type Applicant = Pick<CertificateRequest, 'subject' | 'publicKey' | 'dnsNames' | 'ipAddresses'>;

function issueFrom(authority: CertificateAndKey, options: IssueOptions, applicant: Applicant): string {
  const key = parsePrivateKey(authority.key, "the authority's key");
  const certificate = parseCertificate(authority.crt, "the authority's certificate");
  if (!isPrivateKeyOf(key, parsePublicKey(certificate.publicKeyInfo, "the authority's certificate"))) {
    throw new TalosctlError("the authority's key does not belong to its certificate");
  }
  // A certificate of the authority's own name counts as self-issued, and names no other key.
  const selfIssued = encodeDer(applicant.subject).equals(encodeDer(certificate.subjectDer));
  return issue(key, {
    validity: options,
    issuer: certificate.subjectDer,
    subject: applicant.subject,
    publicKey: applicant.publicKey,
    extensions: {
      isCa: false,
      extendedUsages: options.usages,
      authorityKeyId: selfIssued ? undefined : certificate.subjectKeyId,
      dnsNames: applicant.dnsNames,
      ipAddresses: applicant.ipAddresses,
    },
  });
}

interface Template {
  readonly validity: Validity;
  readonly issuer: Der;
  readonly subject: Der;
  readonly publicKey: Buffer;
  readonly extensions: Extensions;
}

function issue(key: KeyObject, template: Template): string {
  const { validity, extensions } = template;
  const subjectIsEmpty = items(template.subject, 'the subject').length === 0;
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    signatureIdentifier(key),
    template.issuer,
    sequence(time(validity.notBefore), time(validity.notAfter)),
    template.subject,
    decodeDer(template.publicKey, 'the public key'),
    explicit(3, encodeExtensions(extensions, subjectIsEmpty)),
  );
  return encodePem(pemLabel.certificate, signed(body, key));
}
