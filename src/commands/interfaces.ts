import { defineCommand, noArguments } from '../cli/command.js';
import { TalosctlError } from '../errors/errors.js';

export const command = defineCommand({
  words: 'interfaces',
  use: 'interfaces',
  summary: 'Gone: use "talosctl get links" and "talosctl get addresses"',
  hidden: true,
  connection: 'flags',
  args: noArguments,
  flags: {},
  resolve: () => ({}),
  async run() {
    throw new TalosctlError('"talosctl interfaces" is gone', {
      hint: 'use "talosctl get links" and "talosctl get addresses"',
    });
  },
});
