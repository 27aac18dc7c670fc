import { encodeBase64Text } from '../../../pki/base64.js';
import { createCertificate } from '../../../pki/issue.js';
import type { SecretsBundle } from '../../../pki/secrets/bundle.js';
import { validFor } from '../../../pki/validity.js';
import { encodeTalosconfig } from '../../../talosconfig/encode.js';
import type { GenConfigOptions } from './options.js';

/** A client configuration for the new cluster: one context of its name, without endpoints yet. */
export async function makeTalosconfig(
  { clusterName, roles, certificateLifetime }: GenConfigOptions,
  { certs }: SecretsBundle,
  now: Date,
): Promise<string> {
  const client = await createCertificate(certs.os, {
    organizations: roles,
    usages: ['client'],
    ...validFor(now, certificateLifetime),
  });
  const context = {
    endpoints: [],
    nodes: [],
    ca: encodeBase64Text(certs.os.crt),
    crt: encodeBase64Text(client.crt),
    key: encodeBase64Text(client.key),
  };
  return encodeTalosconfig({ context: clusterName, contexts: new Map([[clusterName, context]]) });
}
