import { defineGroup } from '../../cli/command.js';
import { clusterFlags } from '../shared/cluster-flags.js';

export const group = defineGroup({
  words: 'cluster',
  use: 'cluster',
  summary: 'Make, show and destroy clusters on this machine',
  connection: 'none',
  persistentFlags: clusterFlags,
});
