/** Documents about trust. */

import { documentKind } from './kind.js';
import { field, flag, kept, list, optional, string, struct } from './types.js';

const imageKeylessVerifier = struct('ImageKeylessVerifier', [
  field('issuer', string, 'Who vouches for the identity.'),
  field('subject', string, 'The identity.'),
  field('subjectRegex', string, 'Regular expression for the identity.'),
]);

const imagePublicKeyVerifier = struct('ImagePublicKeyVerifier', [
  field('certificate', string, 'Public key or certificate, PEM.'),
]);

const imageVerificationRule = struct('ImageVerificationRule', [
  field('image', string, 'Images the rule is about, `*` and `**` stand for anything.', {
    example: 'registry.k8s.io/*',
  }),
  field('skip', flag, 'Takes such images unchecked.'),
  field('deny', flag, 'Refuses such images.'),
  field('keyless', optional(imageKeylessVerifier), 'Signatures made with an identity.'),
  field('publicKey', optional(imagePublicKeyVerifier), 'Signatures made with a key.'),
]);

export const imageVerificationConfig = documentKind(
  'ImageVerificationConfig',
  '1.13',
  'Which images must be signed, and by whom.',
  [
    field(
      'rules',
      list(imageVerificationRule, { by: ['image'], replaceItems: true }),
      'Rules; the first that fits decides, patches merge them by image.',
    ),
  ],
);

export const trustedRootsConfig = documentKind(
  'TrustedRootsConfig',
  '1.8',
  'Further certificate authorities the machine trusts.',
  [kept('name', string, 'Name of the bundle.'), kept('certificates', string, 'Certificates, PEM.')],
  { required: ['name'] },
);
