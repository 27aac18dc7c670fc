import { defineGroup } from '../../../cli/command.js';

export const group = defineGroup({
  words: 'etcd downgrade',
  use: 'downgrade',
  summary: 'Prepare etcd for an older version',
  connection: 'flags',
});
