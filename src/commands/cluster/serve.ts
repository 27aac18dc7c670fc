import { pid } from 'node:process';
import { defineCommand, noArguments } from '../../cli/command.js';
import { TalosctlError } from '../../errors/errors.js';
import { clusterFlags } from '../shared/cluster-flags.js';

export const command = defineCommand({
  words: 'cluster serve',
  use: 'serve',
  summary: 'Run the machines of a simulated cluster (the process that `cluster create sim` starts)',
  hidden: true,
  connection: 'none',
  args: noArguments,
  flags: clusterFlags,
  resolve: (_args, { values: { name, state } }) => ({ name, state }),
  async run(ctx, { name, state }) {
    const { clusterFolder } = await import('../../cluster/folder.js');
    const { processBegan } = await import('../../sim/process/identity.js');
    const { runCluster } = await import('../../sim/process/run.js');
    const began = await processBegan(pid);
    if (began === undefined) throw new TalosctlError('the system does not tell when this process began');
    await runCluster({
      folder: clusterFolder(name, state, ctx),
      pid,
      began,
      signal: ctx.signal,
      onFault: (message) => void ctx.stderr.write(`${message}\n`),
    });
  },
});
