import { type CertificateAndKey, createCertificate } from '../../pki/issue.js';
import { validFor } from '../../pki/validity.js';
import type { ConfigView } from './config-view.js';
import { parseSpan } from './span.js';

const leeway = 10_000;
const year = 365 * 24 * 3_600_000;

const base64 = (pem: string): string => Buffer.from(pem, 'utf8').toString('base64');

/** The kubeconfig of the cluster's admin, signed by the Kubernetes authority. */
export async function adminKubeconfig(view: ConfigView, now: Date): Promise<string> {
  const authority = view.authority('cluster.ca');
  const lifetime = parseSpan(view.text('cluster.adminKubeconfig.certLifetime') ?? '') ?? year;
  const client = await createCertificate(authority, {
    ...validFor(new Date(now.getTime() - leeway), lifetime + leeway),
    usages: ['client'],
    commonName: 'admin',
    organizations: ['system:masters'],
  });
  const cluster = view.clusterName;
  const user = `admin@${cluster}`;
  return [
    'apiVersion: v1',
    'clusters:',
    '- cluster:',
    `    certificate-authority-data: ${base64(authority.crt)}`,
    `    server: ${view.clusterEndpoint}`,
    `  name: ${cluster}`,
    'contexts:',
    '- context:',
    `    cluster: ${cluster}`,
    '    namespace: default',
    `    user: ${user}`,
    `  name: ${user}`,
    `current-context: ${user}`,
    'kind: Config',
    'users:',
    `- name: ${user}`,
    '  user:',
    `    client-certificate-data: ${base64(client.crt)}`,
    `    client-key-data: ${base64(client.key)}`,
    '',
  ].join('\n');
}

/** A talosconfig with one context and no endpoints. */
export function clientTalosconfig(context: string, authority: string, client: CertificateAndKey): string {
  return [
    `context: ${context}`,
    'contexts:',
    `    ${context}:`,
    '        endpoints: []',
    `        ca: ${base64(authority)}`,
    `        crt: ${base64(client.crt)}`,
    `        key: ${base64(client.key)}`,
    '',
  ].join('\n');
}
