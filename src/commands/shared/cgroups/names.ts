import type { Client } from '../../../client/client.js';
import { readTarGz } from '../../../files/tar-gz.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { onlyMessage } from '../ask-nodes.js';
import { containerNamespace } from '../container-namespace.js';
import { NodeBytes } from '../node-bytes.js';

const blockDevices = '/sys/dev/block';

/** What processes are called, by their numbers. */
export async function processNames(client: Client, node: string | undefined): Promise<ReadonlyMap<string, string>> {
  const answer = await client.unary(MachineServiceService.processes, {}, { node });
  return new Map(
    onlyMessage(answer, node ?? '').processes.map(({ pid, executable, command, args }) => {
      const [word = ''] = args.trim().split(/\s+/);
      // A thread of the kernel may have a slash in its name that leads nowhere.
      return [String(pid), baseName(executable) || command || baseName(word)];
    }),
  );
}

/** What block devices are called, by their numbers: `sda` for `8:0`. */
export async function deviceNames(client: Client, node: string | undefined): Promise<ReadonlyMap<string, string>> {
  const archive = NodeBytes.of(client, MachineServiceService.copy, { rootPath: blockDevices }, { node });
  const names = new Map<string, string>();
  for await (const { name, kind, linkName } of readTarGz(archive)) {
    if (kind === 'symlink') names.set(name, baseName(linkName));
  }
  return names;
}

/** What the groups of pods and containers are called, by the names of their folders. */
export async function podGroupNames(client: Client, node: string | undefined): Promise<ReadonlyMap<string, string>> {
  const answer = await client.unary(MachineServiceService.containers, containerNamespace(true), { node });
  return new Map(
    onlyMessage(answer, node ?? '').containers.flatMap(({ uid, podId, internalId, name }) => [
      ...(uid !== '' && podId !== '' ? [[`pod${uid}`, podId] as const] : []),
      ...(internalId === '' ? [] : [[internalId, podId === name ? 'sandbox' : name] as const]),
    ]),
  );
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
