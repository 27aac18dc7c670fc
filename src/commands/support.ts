import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { UsageError } from '../errors/errors.js';

export const command = defineCommand({
  words: 'support',
  use: 'support',
  summary: 'Gather what helps to find a fault into one archive',
  description:
    'Gathers into a zip archive, for every node: the logs of the kernel, of all services and of the pods of kube-system, ' +
    'the resources, the state of services, how controllers depend on each other, processes, mounts, disk counters, PCI ' +
    'devices and versions; and for the cluster its Kubernetes nodes and the pods of kube-system.\n\n' +
    'Secrets are left out: of resources that hold any, only the metadata is kept. Look through logs before you hand ' +
    'them on all the same.\n\n' +
    'A part that cannot be had is named on stderr, and the rest is gathered. The file gets its name when it is complete.',
  examples: '  talosctl support -n 10.5.0.2,10.5.0.3\n  talosctl support -n all -O cluster.zip',
  connection: 'flags',
  args: noArguments,
  flags: {
    output: flag.string('file to write; support.zip unless said', { short: 'O' }),
    'num-workers': flag.int('how many parts are asked of a node at a time', { short: 'w', default: 1 }),
    verbose: flag.bool('name every part as it is gathered', { short: 'v' }),
  },
  resolve(_args, { values }) {
    if (values['num-workers'] < 1) throw new UsageError('--num-workers has to be 1 at least');
    return { output: values.output || 'support.zip', workers: values['num-workers'], verbose: values.verbose };
  },
  async run(ctx, options) {
    const { allowOverwriting, gatherSupport } = await import('./shared/support/gather.js');
    const { throwFailures } = await import('./shared/node-failures.js');
    await allowOverwriting(ctx, options.output);
    const client = await ctx.client();
    throwFailures(client, await gatherSupport(ctx, client, options));
  },
});
