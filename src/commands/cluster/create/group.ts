import { defineGroup } from '../../../cli/command.js';

export const group = defineGroup({
  words: 'cluster create',
  use: 'create',
  summary: 'Make a cluster on this machine',
  connection: 'none',
});
