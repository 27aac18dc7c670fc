import { defineCommand, noArguments } from '../cli/command.js';

export const command = defineCommand({
  words: 'rollback',
  use: 'rollback',
  summary: 'Go back to the version of Talos that ran before the last upgrade',
  description:
    'Makes the nodes boot what was installed before the last upgrade, and reboots them. The configuration stays as it is. ' +
    'A node that was never upgraded refuses.',
  connection: 'flags',
  args: noArguments,
  flags: {},
  resolve: () => ({}),
  async run(ctx) {
    const [{ MachineServiceService }, { changeNodes }] = await Promise.all([
      import('../gen/machine/machine.js'),
      import('./shared/change-nodes.js'),
    ]);
    await changeNodes(await ctx.client(), MachineServiceService.rollback, {});
  },
});
