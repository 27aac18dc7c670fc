import { flag } from '../../cli/flags.js';
import { defaultStateFolder } from '../../cluster/folder.js';

/** The flags of every `cluster` command. */
export const clusterFlags = {
  name: flag.string('name of the cluster', { default: 'talos-default' }),
  state: flag.string('folder that holds the state of local clusters', { default: defaultStateFolder }),
} as const;
