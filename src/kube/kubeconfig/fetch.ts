import type { CallOptions, Client } from '../../client/client.js';
import { TalosctlError } from '../../errors/errors.js';
import { extractFile } from '../../files/tar-gz.js';
import { MachineServiceService } from '../../gen/machine/machine.js';

const patience = 30_000;

/** Gets the admin kubeconfig of the cluster from a control plane node, with a fresh certificate; within 30 s unless said. */
export async function fetchKubeconfig(client: Client, options: CallOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const call = { ...options, timeout: options.timeout ?? patience };
  for await (const { metadata, bytes } of client.serverStream(MachineServiceService.kubeconfig, {}, call)) {
    // A node that fails on the way says so inside the stream.
    if (metadata !== undefined && metadata.error !== '') {
      throw new TalosctlError(`${options.node ?? 'the node'}: ${metadata.error}`);
    }
    chunks.push(bytes);
  }
  return extractFile(Buffer.concat(chunks), 'kubeconfig');
}
