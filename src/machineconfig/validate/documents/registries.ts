import { X509Certificate } from 'node:crypto';
import { parsePrivateKey } from '../../../pki/keys.js';
import { pemBlocks } from '../../../pki/pem.js';
import type { Section } from '../section.js';
import { parseUrl } from '../values/urls.js';
import { type DocumentRule, requireName } from './rules.js';

const mirror: DocumentRule = (document) => {
  requireName(document);
  for (const endpoint of document.items('endpoints')) {
    if (endpoint.text('url') === '') endpoint.error('url', 'the URL is missing');
    else if (!['http', 'https'].includes(parseUrl(endpoint.text('url'))?.scheme ?? '')) {
      endpoint.error('url', 'the URL must begin with http:// or https://');
    }
  }
};

const auth: DocumentRule = (document) => {
  requireName(document);
  const has = (key: string) => document.text(key) !== '';
  if (has('username') && has('identityToken'))
    document.error('identityToken', 'there is either a username or an identityToken');
  if (has('auth') && (has('username') || has('identityToken'))) {
    document.error('auth', 'there is only one of auth, username and identityToken');
  }
};

const tls: DocumentRule = (document) => {
  requireName(document);
  const ca = document.text('ca');
  if (ca !== '' && !hasCertificate(ca)) document.error('ca', 'this is no certificate in PEM');
  const identity = document.sub('clientIdentity');
  if (identity === undefined) return;
  if (!hasCertificate(identity.text('cert'))) identity.error('cert', 'this is no certificate in PEM');
  if (!isPrivateKey(identity)) identity.error('key', 'this is no private key in PEM');
};

function hasCertificate(pem: string): boolean {
  for (const { label, der } of pemBlocks(pem)) {
    if (label !== 'CERTIFICATE') continue;
    try {
      new X509Certificate(der);
      return true;
    } catch {
      // Another block may be one.
    }
  }
  return false;
}

function isPrivateKey(identity: Section): boolean {
  try {
    parsePrivateKey(identity.text('key'));
    return true;
  } catch {
    return false;
  }
}

export const registryRules: Readonly<Record<string, DocumentRule>> = {
  RegistryAuthConfig: auth,
  RegistryMirrorConfig: mirror,
  RegistryTLSConfig: tls,
};
