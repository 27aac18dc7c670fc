import type { CallOptions, Client } from '../../client/client.js';
import { extractFile } from '../../files/tar-gz.js';
import { MachineServiceService } from '../../gen/machine/machine.js';

/** Gets the admin kubeconfig of the cluster from a control plane node, with a fresh certificate. */
export async function fetchKubeconfig(client: Client, options: CallOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const { bytes } of client.serverStream(MachineServiceService.kubeconfig, {}, options)) chunks.push(bytes);
  return extractFile(Buffer.concat(chunks), 'kubeconfig');
}
