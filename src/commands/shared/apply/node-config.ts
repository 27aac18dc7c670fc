import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { getResource, type ResourceKind } from '../../../client/state.js';
import { TalosctlError } from '../../../errors/errors.js';
import { machineConfigText, machineConfigType } from '../../../resources/machine-config.js';
import { findDefinition } from '../get/find-definition.js';
import { activeMachineConfig, type ConfigTarget } from './target.js';

/** Where nodes keep their configuration, as long as nobody names another place. */
export const machineConfigs: ResourceKind = { namespace: 'config', type: machineConfigType };

/** Where the nodes keep the configuration that is meant. Throws TalosctlError where the type named is another one. */
export async function findMachineConfigs(client: Client, target: ConfigTarget): Promise<ResourceKind> {
  const { definition } = await findDefinition(client, target.type);
  if (definition.type !== machineConfigType) {
    throw new TalosctlError(`${definition.type} cannot be changed: only machine configurations can`, {
      hint: 'write "mc" or "machineconfig" for the type',
    });
  }
  return { namespace: target.namespace || definition.defaultNamespace, type: definition.type };
}

/** The text of the configuration that a node runs with. */
export async function readNodeConfig(client: Client, kind: ResourceKind, node: string): Promise<string> {
  return machineConfigText(await getResource(client, kind, activeMachineConfig, { node }));
}

/** How messages name the configuration. */
export const configName = `${machineConfigType}/${activeMachineConfig}`;

/** Says on stderr that a node keeps what it has, and why. */
export async function printSkipped(ctx: Context, client: Client, node: string, reason: string): Promise<void> {
  const where = client.nodes.length > 1 ? `${node}: ` : '';
  await ctx.stderr.write(`${where}nothing was applied: ${reason}\n`);
}
