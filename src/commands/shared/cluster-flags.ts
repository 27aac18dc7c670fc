import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CompletionProvider } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { clusterFolder, defaultStateFolder } from '../../cluster/folder.js';
import { completeFolders } from './complete-files.js';

/** The flags of every `cluster` command. */
export const clusterFlags = {
  name: flag.string('name of the cluster', { default: 'talos-default' }),
  state: flag.string('folder that holds the state of local clusters', { default: defaultStateFolder }),
} as const;

/** Offers the clusters on this machine. */
const completeClusters: CompletionProvider = async (ctx, { flags }) => {
  const state = String(flags.values['state'] ?? defaultStateFolder);
  const folders = await readdir(dirname(clusterFolder('any', state, ctx)), { withFileTypes: true });
  return folders.filter((entry) => entry.isDirectory()).map(({ name }) => ({ value: name }));
};

export const completeClusterFlags = { name: completeClusters, state: completeFolders };
