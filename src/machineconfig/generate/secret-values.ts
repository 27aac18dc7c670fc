import { encodeBase64Text } from '../../pki/base64.js';
import type { CertificateAndKey } from '../../pki/issue.js';
import type { ValueMap } from '../document.js';

/** A certificate and key as configurations hold them: base64 of the PEM texts. */
export function certificateAndKey(pair: CertificateAndKey): ValueMap {
  return { crt: encodeBase64Text(pair.crt), key: encodeBase64Text(pair.key) };
}

/** The certificate alone, for machines that may not sign with it. */
export function certificateOnly(pair: CertificateAndKey): ValueMap {
  return { crt: encodeBase64Text(pair.crt), key: '' };
}
