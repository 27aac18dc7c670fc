import { type Completion, type CompletionProvider, defineCommand, exactArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { containerFlags } from './shared/container-flags.js';

const completeArgs: CompletionProvider = async (ctx, { args }) => {
  if (args.length > 0) return [];
  const { logSources } = await import('./shared/log-sources.js');
  return (await logSources(ctx)).map((value): Completion => ({ value }));
};

export const command = defineCommand({
  words: 'logs',
  use: 'logs <service name>',
  summary: 'Print the log of a service or container',
  description:
    'Prints the log of a Talos service, or with --kubernetes that of a container of Kubernetes, whose id is what ' +
    '"talosctl containers -k" shows. Each line starts with its node.',
  examples: '  talosctl logs kubelet --tail 50\n  talosctl logs -f etcd\n  talosctl logs machined -n 10.5.0.2,10.5.0.3',
  connection: 'flags',
  args: exactArguments(1),
  flags: {
    ...containerFlags,
    follow: flag.bool('go on with what is logged from now on', { short: 'f' }),
    tail: flag.int('number of lines before the end to start with; -1 starts at the beginning', {
      type: 'int32',
      default: -1,
    }),
  },
  completeArgs,
  resolve: ([id = ''], { values: { kubernetes, follow, tail } }) => ({ id, kubernetes, follow, tail }),
  async run(ctx, { id, kubernetes, follow, tail }) {
    const [{ MachineServiceService }, { containerNamespace }, { printLines }, { onceStarted }] = await Promise.all([
      import('../gen/machine/machine.js'),
      import('./shared/container-namespace.js'),
      import('./shared/print-lines.js'),
      import('./shared/starting-log.js'),
    ]);
    const client = await ctx.client();
    const request = { ...containerNamespace(kubernetes), id, follow, tailLines: tail };
    const logs = (node: string, signal: AbortSignal) =>
      client.serverStream(MachineServiceService.logs, request, { node, signal });
    const open = (node: string, signal: AbortSignal) =>
      kubernetes ? logs(node, signal) : onceStarted(ctx, client, { id, node, signal }, () => logs(node, signal));
    await printLines(ctx, client, open, follow);
  },
});
