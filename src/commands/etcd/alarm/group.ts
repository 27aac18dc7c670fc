import { defineGroup } from '../../../cli/command.js';

export const group = defineGroup({
  words: 'etcd alarm',
  use: 'alarm',
  summary: 'Show and disarm the alarms of etcd',
  connection: 'flags',
});
