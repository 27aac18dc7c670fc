import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'completion',
  use: 'completion',
  summary: 'Print the completion script for a shell',
  description: `Prints a script that makes the shell complete talosctl's commands, flags and values.
Each shell's help says how to load it.`,
  connection: 'none',
});
