import { defineCommand, noArguments } from '../../../cli/command.js';
import type { Context } from '../../../cli/context.js';
import { flag } from '../../../cli/flags.js';
import { UsageError } from '../../../errors/errors.js';
import { clientVersion } from '../../shared/client-version.js';
import { clusterFlags, completeClusterFlags } from '../../shared/cluster-flags.js';

export const command = defineCommand({
  words: 'cluster create sim',
  use: 'sim',
  summary: 'Make a simulated cluster: nodes that answer the Talos API on loopback addresses of this machine',
  description:
    'Starts a background process that plays the nodes of a cluster: they boot, take configurations, run services and ' +
    'answer the real API over mutual TLS. Nothing is installed and nothing runs on them.\n\n' +
    'The nodes are configured and the cluster is bootstrapped, unless --maintenance leaves that to you. A cluster that ' +
    'was stopped (this machine was restarted, say) is started again by the same command, as it was.',
  examples:
    '  talosctl cluster create sim --name demo --controlplanes 1 --workers 1 --maintenance\n' +
    '  talosctl cluster show --name demo\n' +
    '  talosctl cluster destroy --name demo',
  connection: 'none',
  args: noArguments,
  flags: {
    ...clusterFlags,
    controlplanes: flag.int('number of control plane nodes', { default: 1 }),
    workers: flag.int('number of workers', { default: 1 }),
    maintenance: flag.bool('leave the nodes without configuration, in maintenance mode'),
    'talos-version': flag.string('version of Talos that the nodes run', { default: clientVersion }),
    'kubernetes-version': flag.string(
      'version of Kubernetes to run; a newest one for the version of Talos unless given',
      {
        default: '1.36.3',
      },
    ),
    'config-patch': flag.stringArray('patch for all nodes, or @file with it; may be repeated'),
    'config-patch-controlplanes': flag.stringArray('patch for control plane nodes, after those for all'),
    'config-patch-workers': flag.stringArray('patch for workers, after those for all'),
    'talosconfig-destination': flag.string('talosconfig to merge the new context into; the usual one unless given'),
    wait: flag.bool('wait until every node is ready', { default: true }),
    'time-scale': flag.string('how long things take: 1 is a quick machine, less is quicker', {
      default: '1',
      hidden: true,
    }),
  },
  completeFlags: completeClusterFlags,
  resolve(_args, { values, changed }) {
    const timeScale = Number(values['time-scale']);
    if (!(timeScale >= 0)) throw new UsageError('--time-scale has to be a number from 0 on');
    if (values.controlplanes < 1) throw new UsageError('--controlplanes has to be 1 at least');
    if (values.workers < 0) throw new UsageError('--workers cannot be below 0');
    const talosVersion = readTalosVersion(values['talos-version']);
    const kubernetesVersion = changed('kubernetes-version')
      ? values['kubernetes-version'].replace(/^v/, '')
      : undefined;
    return {
      name: values.name,
      state: values.state,
      controlPlanes: values.controlplanes,
      workers: values.workers,
      maintenance: values.maintenance,
      wait: values.wait,
      timeScale,
      destination: values['talosconfig-destination'],
      config: {
        talosVersion,
        kubernetesVersion,
        patches: values['config-patch'],
        controlPlanePatches: values['config-patch-controlplanes'],
        workerPatches: values['config-patch-workers'],
      },
    };
  },
  async run(ctx, options) {
    const { name } = options;
    const { clusterFolder } = await import('../../../cluster/folder.js');
    const { createState, destroy, existingState, isStopped, processLog, startProcess } = await import(
      '../../../cluster/sim.js'
    );
    const { untilUp } = await import('../../shared/sim-cluster/configure.js');
    const folder = clusterFolder(name, options.state, ctx);
    if (await isStopped(folder)) {
      await ctx.stderr.write(`cluster ${name} was stopped: starting it again as it was\n`);
      const state = await startProcess(folder, name, ctx);
      await untilUp(ctx, state);
      await show(ctx, folder, name);
      return;
    }
    await createState(folder, { ...options, talosVersion: options.config.talosVersion });
    try {
      const state = await startProcess(folder, name, ctx);
      await untilUp(ctx, state);
      if (!options.maintenance) await configure(ctx, folder, options);
    } catch (error) {
      const said = await processLog(folder);
      if (said !== '') await ctx.stderr.write(`the process of the cluster said:\n${said}`);
      // Nothing half-made stays behind.
      await destroy(folder, existingState(folder, name), ctx.clock);
      throw error;
    }
    await show(ctx, folder, name);
    if (options.maintenance) {
      await ctx.stderr.write(
        '\nThe nodes wait for a configuration: `talosctl gen config` makes one, ' +
          '`talosctl apply-config --insecure -n <IP> -f <file>` hands it over.\n',
      );
    }
  },
});

/** Reads `v1.13.9` or `1.13.9`; gives it with the v. */
function readTalosVersion(written: string): string {
  const version = `v${written.replace(/^v/, '')}`;
  if (!/^v1\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?$/.test(version)) {
    throw new UsageError(
      `--talos-version: "${written}" is no version that nodes can play, write it as ${clientVersion}`,
    );
  }
  return version;
}

interface Configured {
  readonly name: string;
  readonly wait: boolean;
  readonly destination: string;
  readonly config: Parameters<typeof import('../../shared/sim-cluster/configure.js').configureNodes>[2];
}

async function configure(ctx: Context, folder: string, options: Configured): Promise<void> {
  const { existingState } = await import('../../../cluster/sim.js');
  const { bootstrapCluster, configureNodes, untilReady } = await import('../../shared/sim-cluster/configure.js');
  const { addContext } = await import('../../shared/sim-cluster/context.js');
  const { name } = options;
  const state = existingState(folder, name);
  await ctx.stderr.write('configuring the nodes\n');
  const context = await configureNodes(ctx, state, options.config);
  await addContext(ctx, folder, state, context, options.destination);
  await ctx.stderr.write('bootstrapping etcd\n');
  await bootstrapCluster(ctx, name, context);
  if (options.wait) {
    await ctx.stderr.write('waiting for the nodes to be ready\n');
    await untilReady(ctx, state);
  }
}

async function show(ctx: Context, folder: string, name: string): Promise<void> {
  const { describeCluster } = await import('../../../cluster/describe.js');
  const { existingState, runningReport } = await import('../../../cluster/sim.js');
  const state = existingState(folder, name);
  await ctx.stdout.write(describeCluster(state, await runningReport(state)));
}
