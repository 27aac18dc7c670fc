import { anyArguments, defineCommand } from '../cli/command.js';
import { TalosctlError } from '../errors/errors.js';

export const command = defineCommand({
  words: 'disks',
  use: 'disks',
  summary: 'Gone: use "talosctl get disks"',
  hidden: true,
  connection: 'flags',
  args: anyArguments,
  flags: {},
  resolve: () => ({}),
  async run() {
    throw new TalosctlError('"talosctl disks" is gone', {
      hint: 'disks, the one that Talos is on, and what is on them: talosctl get disks, get systemdisk, get discoveredvolumes',
    });
  },
});
