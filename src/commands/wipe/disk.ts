import { defineCommand } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';
import { yesFlag } from '../shared/confirm-target.js';

const methods = ['FAST', 'ZEROES'] as const;

export const command = defineCommand({
  words: 'wipe disk',
  use: 'disk <device names>...',
  summary: 'Wipe disks or partitions that are not in use as volumes',
  description:
    'Wipes disks or partitions of the nodes, by name (sdb, nvme0n1p3). What a volume of Talos uses is refused. FAST ' +
    'removes what tells partition tables and file systems, ZEROES overwrites everything.\n\n' +
    'Says which devices of which nodes and cluster it is about, and asks on a terminal.',
  examples:
    '  talosctl wipe disk sdb -n 10.5.0.3\n' +
    '  talosctl wipe disk sda5 --drop-partition\n' +
    '  talosctl wipe disk sda --insecure -n 192.0.2.10',
  connection: 'flags',
  args: { min: 1, max: Number.POSITIVE_INFINITY },
  flags: {
    method: flag.enumeration('how to wipe: FAST or ZEROES', methods, { default: 'FAST', placeholder: 'method' }),
    'drop-partition': flag.bool('remove a partition from its disk after it is wiped'),
    'skip-volume-check': flag.bool('wipe also what a volume uses', { hidden: true }),
    'skip-secondary-check': flag.bool('wipe also what another device is built on (RAID, LVM)', { hidden: true }),
    insecure: flag.bool('wipe disks of a node in maintenance mode: encrypted, but nobody proves who they are', {
      short: 'i',
    }),
    yes: yesFlag,
  },
  completeArgs: async (ctx) => {
    const { completeDevices } = await import('../shared/wipe-disks.js');
    return completeDevices(ctx);
  },
  resolve(words, { values }) {
    const devices = words.map((word) => word.replace(/^\/dev\/(?=[^/]+$)/, ''));
    for (const device of devices) {
      if (device !== '' && !/[/,\s]/.test(device)) continue;
      throw new UsageError(`${JSON.stringify(device)} is no name of a device such as sdb or nvme0n1p3`, {
        hint: '`talosctl get discoveredvolumes` lists disks and partitions; several are written as words of their own',
      });
    }
    return {
      devices,
      method: values.method,
      dropPartition: values['drop-partition'],
      skipVolumeCheck: values['skip-volume-check'],
      skipSecondaryCheck: values['skip-secondary-check'],
      insecure: values.insecure,
      yes: values.yes,
    };
  },
  async run(ctx, options) {
    const { wipeDisks } = await import('../shared/wipe-disks.js');
    await wipeDisks(ctx, options);
  },
});
