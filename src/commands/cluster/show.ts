import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { clusterFlags, completeClusterFlags } from '../shared/cluster-flags.js';

export const command = defineCommand({
  words: 'cluster show',
  use: 'show',
  summary: 'Show a cluster on this machine: its network, its processes, its nodes',
  connection: 'none',
  args: noArguments,
  flags: {
    ...clusterFlags,
    provisioner: flag.string('what runs the cluster; its state tells', { default: 'docker' }),
  },
  completeFlags: completeClusterFlags,
  resolve: (_args, { values: { name, state } }) => ({ name, state }),
  async run(ctx, { name, state: stateFolder }) {
    const { clusterFolder } = await import('../../cluster/folder.js');
    const { existingState, runningReport } = await import('../../cluster/sim.js');
    const { describeCluster } = await import('../../cluster/describe.js');
    const state = existingState(clusterFolder(name, stateFolder, ctx), name);
    await ctx.stdout.write(describeCluster(state, await runningReport(state)));
  },
});
