import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { clusterFlags, completeClusterFlags } from '../shared/cluster-flags.js';

export const command = defineCommand({
  words: 'cluster destroy',
  use: 'destroy',
  summary: 'Stop a cluster on this machine and remove all of it',
  connection: 'none',
  args: noArguments,
  flags: {
    ...clusterFlags,
    force: flag.bool('remove the folder of the state even where the cluster cannot be stopped', { short: 'f' }),
    provisioner: flag.string('what runs the cluster', {
      hidden: true,
      default: 'docker',
      deprecated: 'the state of the cluster tells',
    }),
  },
  completeFlags: completeClusterFlags,
  resolve: (_args, { values: { name, state, force } }) => ({ name, state, force }),
  async run(ctx, { name, state: stateFolder, force }) {
    const { clusterFolder } = await import('../../cluster/folder.js');
    const { destroy, existingState } = await import('../../cluster/sim.js');
    const folder = clusterFolder(name, stateFolder, ctx);
    const state = existingState(folder, name);
    try {
      await destroy(folder, state, ctx.clock);
    } catch (error) {
      if (!force) throw error;
      const { rm } = await import('node:fs/promises');
      await rm(folder, { recursive: true, force: true });
    }
    await ctx.stderr.write(`destroyed cluster ${name}: its processes have ended, ${folder} is removed\n`);
  },
});
