import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'machineconfig',
  use: 'machineconfig',
  aliases: ['mc'],
  summary: 'Work with machine configuration files',
  connection: 'none',
});
