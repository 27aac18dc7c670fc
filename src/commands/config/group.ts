import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'config',
  use: 'config',
  summary: 'Work with the client configuration file (talosconfig)',
  connection: 'flags',
});
