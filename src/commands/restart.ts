import { defineCommand, exactArguments } from '../cli/command.js';
import { completeContainers } from './shared/complete-containers.js';
import { containerFlags } from './shared/container-flags.js';

export const command = defineCommand({
  words: 'restart',
  use: 'restart <id>',
  summary: 'Restart a container',
  description:
    'Ends the process of a container, which is started again: one that runs a service of Talos, or with --kubernetes one ' +
    'of a pod. The id is that of "talosctl containers". Services are better restarted with "talosctl service <id> restart".',
  examples:
    '  talosctl restart trustd\n  talosctl restart -k kube-system/kube-scheduler-cp1:kube-scheduler:f7ea2d1e1f4c',
  connection: 'flags',
  args: exactArguments(1),
  flags: containerFlags,
  completeArgs: completeContainers,
  resolve: ([id = ''], { values: { kubernetes } }) => ({ id, kubernetes }),
  async run(ctx, { id, kubernetes }) {
    const [{ MachineServiceService }, { changeNodes }, { containerNamespace }] = await Promise.all([
      import('../gen/machine/machine.js'),
      import('./shared/change-nodes.js'),
      import('./shared/container-namespace.js'),
    ]);
    await changeNodes(await ctx.client(), MachineServiceService.restart, { ...containerNamespace(kubernetes), id });
  },
});
