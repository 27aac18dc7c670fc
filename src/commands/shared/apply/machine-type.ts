import type { Client } from '../../../client/client.js';
import { getResource } from '../../../client/state.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { isControlPlane, machineTypeOfConfig } from '../../../machineconfig/validate/main/machine-type.js';
import { machineTypeKind, runsControlPlane } from '../../../resources/machine-type.js';
import { sendConfiguration } from './apply.js';
import type { Change } from './change.js';
import type { ApplySettings } from './flags.js';
import { decodeLeniently } from './read-change.js';

const patience = 5000;

/**
 * Refuses a configuration that makes a worker of a control plane node, or the reverse: nodes take it, and the cluster is
 * without that node's etcd then. One that the node itself finds wrong is refused with its words. Passes where it is not
 * known what the node is.
 */
export async function refuseOtherMachineType(client: Client, change: Change, settings: ApplySettings): Promise<void> {
  if (client.insecure) return;
  const { node, file = 'the configuration' } = change;
  const becomes = typeOfNext(change);
  const is = becomes === undefined ? undefined : await typeOfNode(client, node);
  if (is === undefined || is === becomes) return;
  try {
    await sendConfiguration(client, change, { ...settings, dryRun: true });
  } catch (error) {
    if (settings.dryRun && error instanceof CallError) return;
    throw error;
  }
  throw new TalosctlError(
    `${node || 'the node'} is a ${is} node, and ${file === '-' ? 'standard input' : file} makes it a ${becomes} node`,
    {
      hint:
        'a node gets another type by `talosctl reset` and its new configuration in maintenance mode; ' +
        '--allow-machine-type-change sends the configuration all the same',
    },
  );
}

type MachineType = 'control plane' | 'worker';

const typeOf = (controlPlane: boolean): MachineType => (controlPlane ? 'control plane' : 'worker');

function typeOfNext({ config: text }: Change): MachineType | undefined {
  const config = decodeLeniently(text);
  const type = config === undefined ? undefined : machineTypeOfConfig(config);
  return type === undefined || type === 'unknown' ? undefined : typeOf(isControlPlane(type));
}

async function typeOfNode(client: Client, node: string): Promise<MachineType | undefined> {
  try {
    const machineType = await getResource(client, machineTypeKind, machineTypeKind.id, { node, timeout: patience });
    const controlPlane = runsControlPlane(machineType);
    return controlPlane === undefined ? undefined : typeOf(controlPlane);
  } catch (error) {
    if (error instanceof CallError && error.code !== GrpcStatus.Unavailable) return undefined;
    throw error;
  }
}
