import { defineCommand, noArguments } from '../cli/command.js';
import { TalosctlError } from '../errors/errors.js';

export const command = defineCommand({
  words: 'routes',
  use: 'routes',
  aliases: ['route'],
  summary: 'Gone: use "talosctl get routes"',
  hidden: true,
  connection: 'flags',
  args: noArguments,
  flags: {},
  resolve: () => ({}),
  async run() {
    throw new TalosctlError('"talosctl routes" is gone', { hint: 'use "talosctl get routes"' });
  },
});
