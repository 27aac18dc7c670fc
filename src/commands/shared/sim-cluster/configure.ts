import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { connect } from '../../../client/connect.js';
import { fanOut } from '../../../client/fanout.js';
import { nodeAddress, nodeTarget } from '../../../cluster/describe.js';
import { runningReport } from '../../../cluster/sim.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { ApplyConfigurationRequest_Mode, MachineServiceService } from '../../../gen/machine/machine.js';
import { currentContract, isNewer, parseContract } from '../../../machineconfig/generate/contract.js';
import { installerImage } from '../../../machineconfig/generate/images.js';
import { newestKubernetesVersion } from '../../../machineconfig/generate/kubernetes-version.js';
import { secretKinds } from '../../../machineconfig/generate/secret-kinds.js';
import { generateSecrets } from '../../../pki/secrets/generate.js';
import type { NodeReport } from '../../../sim/process/control.js';
import type { ClusterState } from '../../../sim/process/state.js';
import { parseTalosconfig } from '../../../talosconfig/parse.js';
import type { TalosconfigContext } from '../../../talosconfig/talosconfig.js';
import { defaultGenConfigFlags, readGenConfigFlags } from '../gen-config/flags.js';
import { loadGenConfigPatches, makeMachineConfig } from '../gen-config/machine-configs.js';
import { makeTalosconfig } from '../gen-config/talosconfig.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { surroundings } from './context.js';

export interface ClusterConfigOptions {
  /** Of the nodes, `v1.13.9`. */
  readonly talosVersion: string;
  /** Without a leading v; undefined: a newest one that the version of Talos runs. */
  readonly kubernetesVersion: string | undefined;
  readonly patches: readonly string[];
  readonly controlPlanePatches: readonly string[];
  readonly workerPatches: readonly string[];
}

const retryInterval = 300;
const bootstrapTimeout = 60_000;
const readyTimeout = 60_000;

/** Gives every node of a fresh cluster its configuration. Returns the talosconfig context to reach them with. */
export async function configureNodes(
  ctx: Context,
  state: ClusterState,
  options: ClusterConfigOptions,
): Promise<TalosconfigContext> {
  const controlPlanes = state.nodes.filter(({ type }) => type === 'controlplane');
  const endpoint = `https://${controlPlanes[0]?.address ?? ''}:6443`;
  // A configuration for an older version works on a newer node.
  const contract = isNewer(options.talosVersion) ? currentContract : parseContract(options.talosVersion);
  const input = {
    ...readGenConfigFlags([state.name, endpoint], defaultGenConfigFlags()),
    ...options,
    contract,
    kubernetesVersion: options.kubernetesVersion ?? newestKubernetesVersion(contract),
    installImage: installerImage(options.talosVersion),
    comments: { docs: false, examples: false },
  };
  const secrets = await generateSecrets({ now: ctx.clock.now(), ...secretKinds(input.contract) });
  const patches = await loadGenConfigPatches(ctx, input);
  for (const type of ['controlplane', 'worker'] as const) {
    const nodes = state.nodes.filter((node) => node.type === type).map(nodeAddress);
    if (nodes.length === 0) continue;
    const { text, warnings } = await makeMachineConfig(input, secrets, type, patches[type]);
    for (const warning of warnings) await ctx.stderr.write(`warning: ${warning}\n`);
    const client = await connect({ ...surroundings(ctx), insecure: true, nodes, endpoints: [] });
    try {
      await applyToAll(client, text);
    } finally {
      client.close();
    }
  }
  const talosconfig = parseTalosconfig(await makeTalosconfig(input, secrets, ctx.clock.now()), 'the new talosconfig');
  const context = talosconfig.contexts.get(state.name);
  if (context === undefined) throw new TalosctlError('the new talosconfig has no context');
  return { ...context, endpoints: controlPlanes.map(nodeAddress), nodes: controlPlanes.slice(0, 1).map(nodeTarget) };
}

async function applyToAll(client: Client, text: string): Promise<void> {
  const request = {
    data: Buffer.from(text, 'utf8'),
    mode: ApplyConfigurationRequest_Mode.AUTO,
    dryRun: false,
    tryModeTimeout: undefined,
  };
  const apply = (node: string) => client.unary(MachineServiceService.applyConfiguration, request, { node });
  throwFailures(client, failuresOf(await fanOut(client, apply)));
}

/** Bootstraps etcd as soon as the first control plane node lets us. */
export async function bootstrapCluster(ctx: Context, name: string, context: TalosconfigContext): Promise<void> {
  const client = await connect({ ...surroundings(ctx), context: { name, context }, nodes: [], endpoints: [] });
  try {
    for (let waited = 0; ; waited += retryInterval) {
      try {
        await client.unary(
          MachineServiceService.bootstrap,
          { recoverEtcd: false, recoverSkipHashCheck: false },
          { node: client.nodes[0] },
        );
        return;
      } catch (error) {
        // The node is on its way through installation and reboot.
        if (!(error instanceof CallError) || waited >= bootstrapTimeout) throw error;
      }
      await ctx.clock.sleep(retryInterval, ctx.signal);
    }
  } finally {
    client.close();
  }
}

/** Waits until every node runs and is ready. */
export async function untilReady(ctx: Context, state: ClusterState): Promise<void> {
  await untilAll(ctx, state, ({ ready }) => ready, 'ready');
}

/** Waits until every node has come as far as it can by itself: maintenance mode, or what its configuration makes of it. */
export async function untilUp(ctx: Context, state: ClusterState): Promise<void> {
  await untilAll(ctx, state, ({ reachable }) => reachable, 'reachable');
}

/** Gives up when for a minute no node more has come so far: a large cluster may take as long as it needs. */
async function untilAll(
  ctx: Context,
  state: ClusterState,
  isThere: (node: NodeReport) => boolean,
  what: string,
): Promise<void> {
  let most = 0;
  for (let waited = 0; ; waited += retryInterval) {
    const report = await runningReport(state);
    if (report === undefined) throw new TalosctlError('the simulated cluster has stopped');
    const behind = report.nodes.filter((node) => !isThere(node));
    if (behind.length === 0) return;
    const there = report.nodes.length - behind.length;
    if (there > most) waited = 0;
    most = Math.max(most, there);
    if (waited >= readyTimeout) {
      const list = behind.map(({ name, stage }) => `${name} (${stage})`).join(', ');
      throw new TalosctlError(`after ${readyTimeout / 1000} s without progress these nodes are not ${what}: ${list}`);
    }
    await ctx.clock.sleep(retryInterval, ctx.signal);
  }
}
