import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TalosctlError } from '../../errors/errors.js';
import { reason } from '../../files/atomic.js';
import { parseCertificate } from '../certificate.js';
import type { CertificateAndKey } from '../issue.js';
import { parsePrivateKey } from '../keys.js';
import type { KubernetesCerts } from './generate.js';

/**
 * Reads the authorities and the service account key of a Kubernetes cluster that kubeadm made, from its folder of
 * certificates (`/etc/kubernetes/pki`).
 *
 * @throws TalosctlError that names the file that is missing or malformed
 */
export async function readKubernetesPki(folder: string): Promise<KubernetesCerts> {
  await requireFolder(folder);
  const k8s = await readPair(folder, 'ca');
  const etcd = await readPair(join(folder, 'etcd'), 'ca');
  const k8sAggregator = await readPair(folder, 'front-proxy-ca');
  const serviceAccount = join(folder, 'sa.key');
  const key = await readPem(serviceAccount);
  parsePrivateKey(key, serviceAccount);
  return { k8s, etcd, k8sAggregator, k8sServiceAccount: { key } };
}

async function requireFolder(folder: string): Promise<void> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(folder)).isDirectory();
  } catch (cause) {
    throw new TalosctlError(`cannot read the Kubernetes PKI folder ${folder}: ${reason(cause)}`, { cause });
  }
  if (!isFolder) throw new TalosctlError(`${folder} is not a folder`, { hint: 'name the folder that holds ca.crt' });
}

async function readPair(folder: string, name: string): Promise<CertificateAndKey> {
  const crtPath = join(folder, `${name}.crt`);
  const keyPath = join(folder, `${name}.key`);
  const pair = { crt: await readPem(crtPath), key: await readPem(keyPath) };
  parseCertificate(pair.crt, crtPath);
  parsePrivateKey(pair.key, keyPath);
  return pair;
}

async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1');
  } catch (cause) {
    throw new TalosctlError(`cannot read ${path}: ${reason(cause)}`, { cause });
  }
}
