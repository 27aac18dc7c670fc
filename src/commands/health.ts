import { defineCommand, noArguments } from '../cli/command.js';
import { completeMemberAddresses } from '../cli/completion/connection-values.js';
import { flag } from '../cli/flags.js';
import { TalosctlError, UsageError } from '../errors/errors.js';
import { clusterNodeFlags, readClusterNodes } from './shared/cluster-node-flags.js';
import { outputFlag } from './shared/output-format.js';

const defaultTimeout = 20 * 60_000;

export const command = defineCommand({
  words: 'health',
  use: 'health',
  summary: 'Check whether the cluster is well',
  description:
    'Goes through the parts of the cluster, from etcd to the pods of Kubernetes, and waits for each until it is well. ' +
    'Ends with status 1 at the first that is not when the time is up, and says what is wrong with it.\n\n' +
    'By default a control plane node does the checks. With --server=false this client does them, with the same order ' +
    'and result; so it does with --skip and --once, which nodes do not know. The machines are the members of the cluster, ' +
    'unless they are named.\n\n' +
    'With -o json or -o yaml: "healthy", and "checks" with "id" (checks on this client only), "title", "state" (ok, ' +
    'skipped, failed) and "reason".',
  examples:
    '  talosctl health\n' +
    '  talosctl health --server=false --wait-timeout 2m --skip coredns,kube-proxy\n' +
    '  talosctl health --once -o json',
  connection: 'flags',
  args: noArguments,
  flags: {
    ...clusterNodeFlags,
    'k8s-endpoint': flag.string('endpoint of the Kubernetes API, in place of that of the kubeconfig'),
    once: flag.bool('look at everything once instead of waiting until it is well'),
    output: outputFlag,
    'run-e2e': flag.bool('run the tests of Kubernetes afterwards'),
    server: flag.bool('let a control plane node do the checks', { default: true }),
    skip: flag.stringSlice('ids of checks to leave out'),
    'wait-timeout': flag.duration('how long all of it may take', { default: defaultTimeout }),
  },
  completeFlags: {
    'control-plane-nodes': completeMemberAddresses,
    'init-node': completeMemberAddresses,
    'worker-nodes': completeMemberAddresses,
    skip: async () => {
      const { healthChecks } = await import('../kube/health/checks.js');
      return healthChecks.map(({ id, title }) => ({ value: id, description: title }));
    },
  },
  resolve(_args, flags) {
    const { values } = flags;
    const local = values.once || values.skip.length > 0;
    if (local && values.server && flags.changed('server')) {
      throw new UsageError('nodes know neither --skip nor --once: leave --server out');
    }
    if (values['run-e2e']) {
      throw new TalosctlError('--run-e2e is not there yet, as `talosctl conformance` is not: nothing was checked', {
        hint: 'leave it out, and run the tests with Hydrophone, the tool of Kubernetes for them, and the file of `talosctl kubeconfig`',
      });
    }
    return {
      nodes: readClusterNodes(values),
      endpoint: values['k8s-endpoint'],
      onServer: values.server && !local,
      once: values.once,
      skip: values.skip,
      timeout: values['wait-timeout'],
      output: values.output,
    };
  },
  async run(ctx, options) {
    const { checkOnClient, checkOnServer } = await import('./shared/health/run.js');
    await (options.onServer ? checkOnServer(ctx, options) : checkOnClient(ctx, options));
  },
});
