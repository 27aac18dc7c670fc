import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'wipe',
  use: 'wipe',
  summary: 'Wipe disks and partitions',
  connection: 'flags',
});
