import { defineCommand, exactArguments } from '../../cli/command.js';
import { defaultGenConfigFlags, readGenConfigFlags } from '../shared/gen-config/flags.js';

export const command = defineCommand({
  words: 'machineconfig gen',
  use: 'gen <cluster name> <cluster endpoint>',
  summary: 'Make the configuration files of a cluster, as `gen config` does without flags',
  connection: 'none',
  args: exactArguments(2),
  flags: {},
  resolve: (args) => readGenConfigFlags(args, defaultGenConfigFlags()),
  async run(ctx, options) {
    const { runGenConfig } = await import('../shared/gen-config/run.js');
    await runGenConfig(ctx, options);
  },
});
