import type { Completion } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { fanOut } from '../../client/fanout.js';
import { listResources } from '../../client/state.js';
import { BlockDeviceWipeDescriptor_Method as Method, StorageServiceService } from '../../gen/storage/storage.js';
import { isPlainMap, type PlainValue } from '../../render/value.js';
import { changeNodes } from './change-nodes.js';
import { confirmTarget } from './confirm-target.js';

export interface WipeOptions {
  /** Names without `/dev/`. */
  readonly devices: readonly string[];
  readonly method: 'FAST' | 'ZEROES';
  readonly dropPartition: boolean;
  readonly skipVolumeCheck: boolean;
  readonly skipSecondaryCheck: boolean;
  readonly insecure: boolean;
  readonly yes: boolean;
}

/** Wipes devices of all nodes, after saying which and where. */
export async function wipeDisks(ctx: Context, options: WipeOptions): Promise<void> {
  const { devices, method, dropPartition, skipVolumeCheck, skipSecondaryCheck, insecure, yes } = options;
  const client = await ctx.client({ insecure });
  await confirmTarget(ctx, client, {
    action: `wipe ${devices.join(', ')} (${method}${dropPartition ? ', and remove the partition' : ''})`,
    consequence: 'what is on it cannot be brought back',
    yes,
  });
  await changeNodes(client, StorageServiceService.blockDeviceWipe, {
    devices: devices.map((device) => ({
      device,
      method: Method[method],
      skipVolumeCheck,
      skipSecondaryCheck,
      dropPartition,
    })),
  });
}

const discovered = { namespace: 'runtime', type: 'DiscoveredVolumes.block.talos.dev' };

/** Offers the disks and partitions of the nodes, with what is on them. */
export async function completeDevices(ctx: Context): Promise<readonly Completion[]> {
  const client = await ctx.client();
  const results = await fanOut(client, (node) => listResources(client, discovered, { node }));
  return results.flatMap(({ value }) =>
    (value ?? []).map((resource) => {
      const spec = resource.spec();
      const description = ['pretty_size', 'name', 'label']
        .map((key) => textOf(spec, key))
        .filter(Boolean)
        .join(' ');
      return { value: resource.metadata.id, description };
    }),
  );
}

function textOf(spec: PlainValue, key: string): string {
  const value = isPlainMap(spec) ? spec.get(key) : undefined;
  return typeof value === 'string' ? value : '';
}
