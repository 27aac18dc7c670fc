import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { clusterNodeFlags, readClusterNodes } from './shared/cluster-node-flags.js';

export const command = defineCommand({
  words: 'rotate-ca',
  use: 'rotate-ca',
  summary: 'Replace the authorities of the Talos API and of the Kubernetes API',
  description:
    'Makes new authorities and brings them into the cluster step by step: every node accepts the new one, then the new one ' +
    'signs and the old one is accepted still, and in the end the old one goes. After each step all nodes have to answer.\n\n' +
    'Without --dry-run=false nothing is changed: it says what would be done on which nodes.\n\n' +
    'The talosconfig for the new authority is written to --output before the old one stops signing; contexts of other ' +
    'clusters in that file stay. After a rotation for Kubernetes, get another kubeconfig with "talosctl kubeconfig".',
  examples: '  talosctl rotate-ca\n  talosctl rotate-ca --dry-run=false --kubernetes=false -o ./talosconfig',
  connection: 'flags',
  args: noArguments,
  flags: {
    ...clusterNodeFlags,
    'dry-run': flag.bool('say what would be done, and do nothing', { default: true }),
    'k8s-endpoint': flag.string('endpoint of the Kubernetes API, in place of that of the kubeconfig'),
    kubernetes: flag.bool('rotate the authority of the Kubernetes API', { default: true }),
    output: flag.string('talosconfig to write', { short: 'o', default: 'talosconfig' }),
    talos: flag.bool('rotate the authority of the Talos API', { default: true }),
    'with-docs': flag.bool('explain every key in the machine configurations', { default: true }),
    'with-examples': flag.bool('show examples in the machine configurations', { default: true }),
  },
  resolve(_args, { values }) {
    return {
      nodes: readClusterNodes(values),
      dryRun: values['dry-run'],
      endpoint: values['k8s-endpoint'],
      kubernetes: values.kubernetes,
      talos: values.talos,
      output: values.output,
      encode: { comments: values['with-docs'], examples: values['with-examples'] },
    };
  },
  async run(ctx, options) {
    const { rotate } = await import('./shared/rotate-ca/run.js');
    await rotate(ctx, options);
  },
});
