import { anyArguments, defineCommand, exactArguments, noArguments, rangeArguments } from '../../src/cli/command.js';
import { flag } from '../../src/cli/flags.js';
import type { Manifest } from '../../src/cli/manifest.js';

/** A few commands of every shape; each prints the options that reached it. */

const version = defineCommand({
  words: 'version',
  use: 'version',
  summary: 'Print versions',
  connection: 'flags',
  args: noArguments,
  flags: { client: flag.bool('this program only'), insecure: flag.bool('', { short: 'i' }) },
  resolve: (_args, { values }) => values,
  run: async (ctx, options) => ctx.stdout.write(JSON.stringify({ ...options, nodes: ctx.connection.nodes })),
});

const logs = defineCommand({
  words: 'logs',
  use: 'logs <service>',
  aliases: ['log'],
  summary: 'Print the logs of a service',
  description: 'Prints the logs of a service, oldest line first.',
  examples: '  # the last lines\n  talosctl logs kubelet --tail 5',
  connection: 'flags',
  args: exactArguments(1),
  flags: {
    tail: flag.int('lines to print', { type: 'int32', default: -1 }),
    follow: flag.bool('go on as lines come', { short: 'f' }),
    since: flag.duration('', { default: 90_000 }),
    format: flag.enumeration('how lines look', ['plain', 'json'], { default: 'plain' }),
    secret: flag.string('', { hidden: true }),
    lines: flag.int('', { deprecated: 'use --tail' }),
  },
  completeArgs: async (_ctx, { args }) =>
    args.length > 0 ? [] : ['kubelet', 'etcd', 'kernel'].map((value) => ({ value, description: `logs of ${value}` })),
  resolve: ([service], { values }) => ({ service, tail: values.tail, follow: values.follow }),
  run: async (ctx, options) => ctx.stdout.write(JSON.stringify(options)),
});

const list = defineCommand({
  words: 'list',
  use: 'list [path]...',
  aliases: ['ls'],
  summary: 'List files',
  connection: 'flags',
  args: anyArguments,
  flags: { recurse: flag.bool('', { short: 'r' }) },
  resolve: (args) => ({ args }),
  run: async (ctx, options) => ctx.stdout.write(JSON.stringify(options)),
});

const snapshot = defineCommand({
  words: 'etcd snapshot',
  use: 'snapshot <path>',
  summary: 'Save a snapshot',
  connection: 'flags',
  args: rangeArguments(1, 2),
  flags: { to: flag.string('where to', { required: true }), quiet: flag.bool('', { short: 'q' }) },
  completeFlags: { to: async () => [{ value: 'here' }, { value: 'there' }] },
  resolve: (args, { values }) => ({ args, ...values }),
  run: async (ctx, options) => ctx.stdout.write(JSON.stringify({ ...options, nodes: ctx.connection.nodes })),
});

const genCa = defineCommand({
  words: 'gen ca',
  use: 'ca',
  summary: 'Make an authority',
  deprecated: 'use gen authority',
  connection: 'none',
  args: noArguments,
  flags: { force: flag.bool('overwrite', { short: 'f' }), hours: flag.int('', { default: 8 }) },
  resolve: (_args, { values }) => values,
  run: async (ctx, options) => ctx.stdout.write(JSON.stringify(options)),
});

const internal = defineCommand({
  words: 'internal',
  use: 'internal',
  summary: 'Not for people',
  hidden: true,
  connection: 'none',
  args: noArguments,
  flags: {},
  completeArgs: () => new Promise(() => {}),
  resolve: () => undefined,
  run: async (ctx) => ctx.stdout.write('ran'),
});

export const manifest: Manifest = [
  { ...version, load: async () => ({ command: version }) },
  { ...logs, load: async () => ({ command: logs }) },
  { ...list, load: async () => ({ command: list }) },
  { words: 'etcd', use: 'etcd', aliases: ['e'], summary: 'Work with etcd', connection: 'flags' },
  { ...snapshot, load: async () => ({ command: snapshot }) },
  {
    words: 'gen',
    use: 'gen',
    summary: 'Make things',
    connection: 'none',
    persistentFlags: { force: flag.bool('overwrite', { short: 'f' }) },
  },
  { ...genCa, load: async () => ({ command: genCa }) },
  { ...internal, load: async () => ({ command: internal }) },
];
