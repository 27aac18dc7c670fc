import { defineCommand, noArguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import { TalosctlError } from '../../errors/errors.js';
import type { ClusterState } from '../../sim/process/state.js';
import { clusterFlags, completeClusterFlags } from '../shared/cluster-flags.js';

export const command = defineCommand({
  words: 'cluster destroy',
  use: 'destroy',
  summary: 'Stop a cluster on this machine and remove all of it',
  description:
    'Ends the processes of a cluster and removes its folder, and the talosconfig context that was made with it.\n\n' +
    'Archives are saved before anything is destroyed: where that fails the cluster stays, unless --force is given.',
  connection: 'none',
  args: noArguments,
  flags: {
    ...clusterFlags,
    force: flag.bool('remove the folder of the state even where the cluster cannot be stopped', { short: 'f' }),
    'save-cluster-logs-archive-path': flag.string('.tar.gz file to save the consoles of the nodes to before'),
    'save-support-archive-path': flag.string('.zip file to save to before what `talosctl support` gathers'),
    provisioner: flag.string('what runs the cluster', {
      hidden: true,
      default: 'docker',
      deprecated: 'the state of the cluster tells',
    }),
  },
  completeFlags: completeClusterFlags,
  resolve: (_args, { values }) => ({
    name: values.name,
    state: values.state,
    force: values.force,
    logs: values['save-cluster-logs-archive-path'],
    support: values['save-support-archive-path'],
  }),
  async run(ctx, { name, state: stateFolder, force, logs, support }) {
    const { clusterFolder } = await import('../../cluster/folder.js');
    const { destroy, existingState } = await import('../../cluster/sim.js');
    const folder = clusterFolder(name, stateFolder, ctx);
    const state = existingState(folder, name);
    const unlessForced = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        if (!force || !(error instanceof TalosctlError) || ctx.signal.aborted) throw error;
        await ctx.stderr.write(`warning: ${error.message}\n`);
      }
    };
    if (logs !== '') await unlessForced(saveLogs(ctx, folder, state, logs));
    if (support !== '') await unlessForced(saveSupport(ctx, state, support));
    try {
      await destroy(folder, state, ctx.clock);
    } catch (error) {
      if (!force) throw error;
      const { rm } = await import('node:fs/promises');
      await rm(folder, { recursive: true, force: true });
    }
    const { removeContext } = await import('../shared/sim-cluster/context.js');
    await removeContext(ctx, state);
    await ctx.stderr.write(`destroyed cluster ${name}: its processes have ended, ${folder} is removed\n`);
  },
});

async function saveLogs(ctx: Context, folder: string, state: ClusterState, path: string): Promise<void> {
  const { resolve } = await import('node:path');
  const { saveLogs: save } = await import('../../cluster/logs.js');
  await save(folder, state, resolve(ctx.cwd, path), ctx.clock.now());
  await ctx.stderr.write(`the logs of the cluster are in ${path}\n`);
}

async function saveSupport(ctx: Context, state: ClusterState, output: string): Promise<void> {
  const { clusterClient } = await import('../shared/sim-cluster/context.js');
  const { gatherSupport } = await import('../shared/support/gather.js');
  const client = await clusterClient(ctx, state);
  try {
    await gatherSupport(ctx, client, { output, workers: 1, verbose: false });
  } finally {
    client.close();
  }
}
