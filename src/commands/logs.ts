import { type Completion, type CompletionProvider, defineCommand } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { containerFlags } from './shared/container-flags.js';
import { reconnectFlag } from './shared/reconnect-flag.js';

const completeArgs: CompletionProvider = async (ctx, { args, flags }) => {
  const { completeContainers } = await import('./shared/complete-containers.js');
  if (flags.values['kubernetes'] === true) return completeContainers(ctx, { args: [], flags, toComplete: '' });
  const { logSources } = await import('./shared/log-sources.js');
  return (await logSources(ctx)).filter((id) => !args.includes(id)).map((value): Completion => ({ value }));
};

export const command = defineCommand({
  words: 'logs',
  use: 'logs <service name>...',
  summary: 'Print the logs of services or containers',
  description:
    'Prints the log of a Talos service, or with --kubernetes that of a container of Kubernetes, whose id is what ' +
    '"talosctl containers -k" shows. Each line starts with its node and, where several logs are printed, their names.\n\n' +
    'With --follow it goes on over lost connections and reboots: with the line after the last one printed where the node ' +
    'still has it, else from the beginning of the new log.',
  examples:
    '  talosctl logs kubelet --tail 50\n  talosctl logs -f etcd\n  talosctl logs -f kubelet cri -n 10.5.0.2,10.5.0.3',
  connection: 'flags',
  args: { min: 1, max: Number.POSITIVE_INFINITY },
  flags: {
    ...containerFlags,
    follow: flag.bool('go on with what is logged from now on', { short: 'f' }),
    tail: flag.int('number of lines before the end to start with; -1 starts at the beginning', {
      type: 'int32',
      default: -1,
    }),
    ...reconnectFlag,
  },
  completeArgs,
  resolve: (ids, { values: { kubernetes, follow, tail, 'reconnect-timeout': patience } }) => ({
    ids,
    kubernetes,
    follow,
    tail,
    patience,
  }),
  async run(ctx, options) {
    const { printLogs } = await import('./shared/logs.js');
    await printLogs(ctx, options);
  },
});
