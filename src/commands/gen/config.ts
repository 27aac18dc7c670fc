import { defineCommand, exactArguments } from '../../cli/command.js';
import { completeGenConfigFlags, genConfigFlags, readGenConfigFlags } from '../shared/gen-config/flags.js';

export const command = defineCommand({
  words: 'gen config',
  use: 'config <cluster name> <cluster endpoint>',
  summary: 'Make the configuration files of a cluster',
  description:
    'Makes the configurations of control plane machines and workers, and a talosconfig to reach them with.\n\n' +
    'The cluster endpoint is the URL of the Kubernetes API: that of a load balancer or a shared address before all ' +
    'control plane machines or, where there is only one, of the machine itself. The API server listens on port 6443.',
  examples:
    '  talosctl gen secrets -o secrets.yaml\n' +
    '  talosctl gen config demo https://192.0.2.10:6443 --with-secrets secrets.yaml --output out',
  connection: 'none',
  args: exactArguments(2),
  flags: genConfigFlags,
  completeFlags: completeGenConfigFlags,
  resolve: readGenConfigFlags,
  async run(ctx, options) {
    const { runGenConfig } = await import('../shared/gen-config/run.js');
    await runGenConfig(ctx, options);
  },
});
