import type { Client } from '../../../client/client.js';
import { extractFile } from '../../../files/tar-gz.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { RawKubernetesApi } from '../../../kube/raw-api.js';
import { emitYaml } from '../../../yaml/emit.js';
import { NodeBytes } from '../node-bytes.js';
import type { Part } from './part.js';

/**
 * What is gathered of the cluster from its Kubernetes API, which the admin's kubeconfig leads to.
 * @throws TalosctlError where no node gives a kubeconfig, or the API does not answer
 */
export async function kubernetesParts(client: Client, signal: AbortSignal): Promise<readonly Part[]> {
  const api = await RawKubernetesApi.from(await adminKubeconfig(client));
  await api.get('/api/v1/namespaces/kube-system', signal);
  const list = (name: string, path: string): Part => ({
    path: ['kubernetesResources', name],
    collect: async () => emitYaml(sorted(await api.get(path, signal)), { layout: 'json', indent: 2 }),
  });
  return [list('nodes.yaml', '/api/v1/nodes'), list('systemPods.yaml', '/api/v1/namespaces/kube-system/pods')];
}

/** Asks the endpoint itself, which is a control plane node where any is. */
async function adminKubeconfig(client: Client): Promise<string> {
  const archive = NodeBytes.of(client, MachineServiceService.kubeconfig, {}, { node: undefined });
  const pieces: Buffer[] = [];
  for await (const piece of archive) pieces.push(piece);
  if (archive.failure !== undefined) throw archive.failure;
  return (await extractFile(Buffer.concat(pieces), 'kubeconfig')).toString('utf8');
}

/** Keys in order, as Kubernetes writes YAML. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
