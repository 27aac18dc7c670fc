import type { CallOptions, Client } from '../client/client.js';
import { getResource } from '../client/state.js';
import { TalosctlError } from '../errors/errors.js';

/** The name under which a Talos node stands in Kubernetes. */
export async function nodenameOf(client: Client, options: CallOptions): Promise<string> {
  const kind = { namespace: 'k8s', type: 'Nodenames.kubernetes.talos.dev' };
  const spec = (await getResource(client, kind, 'nodename', options)).spec();
  const name: unknown = spec instanceof Map ? spec.get('nodename') : undefined;
  if (typeof name !== 'string' || name === '') {
    throw new TalosctlError(`${options.node ?? 'the node'} does not say its name in Kubernetes`);
  }
  return name;
}
