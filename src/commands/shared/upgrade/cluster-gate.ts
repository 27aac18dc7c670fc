import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { checksBetweenNodes } from '../../../kube/health/between-nodes.js';
import type { MachinesTarget } from '../../../kube/health/check.js';
import { quorumLossWithout } from '../../../kube/health/etcd-members.js';
import { runChecks } from '../../../kube/health/run.js';
import { findTopology, type Topology } from '../../../kube/health/topology.js';
import type { Reporter } from '../../../tracker/report/reporter.js';
import type { NodePlan } from './plan.js';

const phase = 'waiting for the cluster';
const callTime = 10_000;
const minute = 60_000;
/** What etcd and the API servers of a slow machine take to come up behind its boot. */
const usualWait = 10 * minute;
const insist = '--force goes on all the same';

export interface GateOptions {
  /** Milliseconds that one node may take; the cluster may take as long behind it. */
  readonly timeout: number;
  readonly reporter: Reporter;
}

/** Lets the next node of a run be taken down only when the cluster bears it. */
export class ClusterGate {
  readonly #ctx: Context;
  readonly #client: Client;
  readonly #topology: Topology;
  readonly #options: GateOptions;
  readonly #touched: string[] = [];

  private constructor(ctx: Context, client: Client, topology: Topology, options: GateOptions) {
    this.#ctx = ctx;
    this.#client = client;
    this.#topology = topology;
    this.#options = options;
  }

  /** Finds the machines of the cluster; says so where only those of the run are known. */
  static async open(
    ctx: Context,
    client: Client,
    plans: readonly NodePlan[],
    options: GateOptions,
  ): Promise<ClusterGate> {
    const topology = await findTopology(
      client,
      { controlPlane: [], workers: [] },
      { signal: ctx.signal, timeout: callTime },
    ).catch(async (error: unknown) => {
      if (!(error instanceof TalosctlError) || ctx.signal.aborted) throw error;
      await ctx.stderr.write(`warning: of the cluster only the nodes given are looked at: ${error.message}\n`);
      const of = (controlPlane: boolean) => plans.filter(({ system }) => system.controlPlane === controlPlane);
      const node = ({ node: address }: NodePlan) => ({ address, addresses: [address] });
      return { controlPlane: of(true).map(node), workers: of(false).map(node) };
    });
    return new ClusterGate(ctx, client, topology, options);
  }

  /** Called when a node has been down, and is well again. */
  passed({ node }: NodePlan): void {
    this.#touched.push(node);
  }

  /**
   * Waits until the cluster has got over the nodes before this one.
   * @throws TalosctlError where it does not, or would not bear that this one is down
   */
  async admit(plan: NodePlan): Promise<void> {
    if (this.#touched.length > 0) await this.#untilWell(plan.node);
    await this.refuseQuorumLoss(plan);
  }

  /** @throws TalosctlError where the node is of the control plane, and etcd would lose its quorum without it */
  async refuseQuorumLoss({ node, system }: NodePlan): Promise<void> {
    if (!system.controlPlane) return;
    const problem = await quorumLossWithout(this.#target({ signal: this.#ctx.signal, timeout: callTime }), node).catch(
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        return `whether etcd keeps its quorum cannot be told: ${error.message}`;
      },
    );
    if (problem === undefined) return;
    throw new TalosctlError(`${node} is not taken down: ${problem}`, {
      hint: `see \`talosctl -n ${node} etcd members\` and \`etcd status\`; ${insist}`,
    });
  }

  async #untilWell(node: string): Promise<void> {
    const { timeout, reporter } = this.#options;
    const { clock, signal } = this.#ctx;
    await reporter.update({ node, phase, kind: 'phase', text: phase });
    const touched = this.#touched.map((address) => ({ address, addresses: [address] }));
    const results = await runChecks(checksBetweenNodes(touched), {
      target: (bounds) => this.#target(bounds),
      clock,
      signal,
      timeout: Math.min(timeout, Math.max(usualWait, timeout / 2)),
      once: false,
      report: async ({ title, state, reason }) => {
        if (state !== 'failed') return;
        await reporter.update({ node, phase, kind: 'note', text: `waiting for ${title}: ${reason}` });
      },
    });
    const last = results.at(-1);
    if (last?.state !== 'failed') return;
    await reporter.update({ node, phase, kind: 'failed', text: 'was not begun' });
    const before = this.#touched.join(', ');
    throw new TalosctlError(
      `the cluster is not well after the upgrade of ${before}: waited in vain for ${last.title}: ${last.reason}`,
      { hint: `see \`talosctl health --server=false\`; ${insist}` },
    );
  }

  #target(bounds: Pick<MachinesTarget, 'signal' | 'timeout'>): MachinesTarget {
    return { client: this.#client, topology: this.#topology, ...bounds };
  }
}
