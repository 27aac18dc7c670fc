/** Certificates and keys inside other structs. */

import { base64, base64Key, kept, struct } from './types.js';

export const certificatePem = struct('EncodedCertificate', [kept('crt', base64, 'Certificate, base64 of PEM.')], {
  whole: true,
});

export const certificateAndKeyPem = struct(
  'EncodedCertificateAndKey',
  [
    kept('crt', base64, 'Certificate, base64 of PEM.'),
    kept('key', base64Key, 'Private key, base64 of PEM.', { secret: true }),
  ],
  { whole: true },
);

export const keyPem = struct('EncodedKey', [kept('key', base64Key, 'Private key, base64 of PEM.', { secret: true })], {
  whole: true,
});
