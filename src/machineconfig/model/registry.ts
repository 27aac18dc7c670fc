/** Documents about container registries. */

import { documentKind } from './kind.js';
import { field, flag, kept, list, optional, string, struct, url } from './types.js';

export const registryAuthConfig = documentKind(
  'RegistryAuthConfig',
  '1.12',
  'Credentials for a container registry.',
  [
    kept('name', string, 'Endpoint of the registry.', { example: 'registry.example.org' }),
    field('username', string, 'User name.'),
    field('password', string, 'Password.', { secret: true }),
    field('auth', string, 'User name and password together, base64.', { secret: true }),
    field('identityToken', string, 'Token instead of a password.', { secret: true }),
  ],
  { required: ['name'] },
);

const registryEndpoint = struct('RegistryEndpoint', [
  kept('url', url, 'URL of the endpoint.', { pattern: '^(http|https)://', example: 'https://mirror.example.org' }),
  field('overridePath', flag, 'Takes the path of the URL as it is.'),
]);

export const registryMirrorConfig = documentKind(
  'RegistryMirrorConfig',
  '1.12',
  'Other endpoints to pull images of a registry from.',
  [
    kept('name', string, 'Registry that is mirrored, `*` for all.', { example: 'docker.io' }),
    field('endpoints', list(registryEndpoint), 'Endpoints, tried in turn.'),
    field('skipFallback', flag, 'Never falls back to the registry itself.'),
  ],
  { required: ['name'] },
);

const certificateAndKey = struct('CertificateAndKey', [
  field('cert', string, 'Certificate, PEM.'),
  field('key', string, 'Private key, PEM.', { secret: true }),
]);

export const registryTLSConfig = documentKind(
  'RegistryTLSConfig',
  '1.12',
  'TLS settings for a container registry.',
  [
    kept('name', string, 'Endpoint of the registry.'),
    field('clientIdentity', optional(certificateAndKey), 'Client certificate and key.'),
    field('ca', string, 'Certificate authority, PEM.'),
    field('insecureSkipVerify', flag, 'Accepts any certificate.'),
  ],
  { required: ['name'] },
);
