import { type Completion, defineCommand, rangeArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { UsageError } from '../errors/errors.js';
import { longOutputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'netstat',
  use: 'netstat [<namespace>/<pod>]',
  aliases: ['ss'],
  summary: 'Show the network connections and sockets of the nodes, or of a pod',
  description:
    'Shows the connections in the network of the nodes; with --listening or --all, sockets too that have nobody at ' +
    'the other end. TCP and UDP, unless a flag names others.\n\n' +
    'With a pod, shows the connections in its network; a pod in the network of its node has none of its own.\n\n' +
    'With --output json or yaml: one object for each node, with "connectrecord" (-o is --timers here).',
  examples:
    '  talosctl netstat -l\n  talosctl netstat -tap4\n  talosctl netstat kube-system/coredns-7f6c5b9d4-x2x7z -a',
  connection: 'flags',
  args: rangeArguments(0, 1),
  flags: {
    all: flag.bool('sockets in every state', { short: 'a' }),
    extend: flag.bool('show user and inode', { short: 'x' }),
    ipv4: flag.bool('only IPv4', { short: '4' }),
    ipv6: flag.bool('only IPv6', { short: '6' }),
    listening: flag.bool('only sockets that listen', { short: 'l' }),
    pods: flag.bool('the networks of the pods too', { short: 'k' }),
    programs: flag.bool('show the process', { short: 'p' }),
    raw: flag.bool('only raw sockets', { short: 'w' }),
    tcp: flag.bool('only TCP', { short: 't' }),
    timers: flag.bool('show timers', { short: 'o' }),
    udp: flag.bool('only UDP', { short: 'u' }),
    udplite: flag.bool('only UDP-Lite', { short: 'U' }),
    verbose: flag.bool('every protocol', { short: 'v' }),
    output: longOutputFlag,
  },
  async completeArgs(ctx, { args }) {
    if (args.length > 0) return [];
    const { podNames } = await import('./shared/netstat/pods.js');
    return (await podNames(ctx)).map((value): Completion => ({ value }));
  },
  resolve([pod], { values }) {
    if (values.pods && pod !== undefined) {
      throw new UsageError('--pods shows all pods: name a pod, or give --pods, but not both');
    }
    return { ...values, pod };
  },
  async run(ctx, options) {
    const { showConnections } = await import('./shared/netstat/run.js');
    await showConnections(ctx, options);
  },
});
