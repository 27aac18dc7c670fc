import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'etcd',
  use: 'etcd',
  summary: 'Look after etcd on control plane nodes',
  connection: 'flags',
});
