import type { Context } from '../../../cli/context.js';
import { CallError, UsageError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { ClusterServiceService } from '../../../gen/cluster/cluster.js';
import type { KubeApi } from '../../../kube/api/api.js';
import { kubeApiOf } from '../../../kube/connect.js';
import { healthChecks } from '../../../kube/health/checks.js';
import { runChecks } from '../../../kube/health/run.js';
import { findTopology, type NodeLists } from '../../../kube/health/topology.js';
import { metadataError } from '../data-error.js';
import type { OutputFormat } from '../output-format.js';
import { singleNode } from '../single-node.js';
import { HealthReport, parseProgress } from './progress.js';

export interface HealthOptions {
  readonly nodes: NodeLists;
  /** Of the Kubernetes API; empty: the kubeconfig's. */
  readonly endpoint: string;
  readonly once: boolean;
  readonly skip: readonly string[];
  readonly timeout: number;
  readonly output: OutputFormat;
}

/** A node that keeps to its own time-out says more than one that is cut off. */
const leeway = 2000;
/** Milliseconds in which an endpoint says which machines there are, where nothing is waited for. */
const lookTime = 30_000;

/** Has a control plane node do the checks. */
export async function checkOnServer(ctx: Context, options: HealthOptions): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'health');
  const report = new HealthReport(ctx, options.output);
  const seconds = Math.floor(options.timeout / 1000);
  const request = {
    waitTimeout: { seconds: BigInt(seconds), nanos: Math.round((options.timeout - seconds * 1000) * 1e6) },
    clusterInfo: {
      controlPlaneNodes: [...options.nodes.controlPlane],
      workerNodes: [...options.nodes.workers],
      forceEndpoint: options.endpoint,
    },
  };
  const call = { node, signal: ctx.signal, timeout: options.timeout + leeway };
  try {
    for await (const progress of client.serverStream(ClusterServiceService.healthCheck, request, call)) {
      const failure = metadataError(progress.metadata, node ?? '');
      if (failure !== undefined) throw failure;
      const check = parseProgress(progress.message);
      await (check === undefined ? report.say(progress.message) : report.show(check));
    }
  } catch (error) {
    if (!isTimeUp(error)) throw error;
    await report.finish({ timeout: options.timeout });
  }
  await report.finish();
}

/** The node's own time-out reaches us in one of several forms. */
function isTimeUp(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.code === GrpcStatus.DeadlineExceeded || error.detail.includes('context deadline exceeded');
}

/** Does the checks from here. */
export async function checkOnClient(ctx: Context, options: HealthOptions): Promise<void> {
  const known = healthChecks.map(({ id }) => id);
  const unknown = options.skip.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new UsageError(`--skip: there is no check ${unknown.join(', ')}; the checks are ${known.join(', ')}`);
  }
  const client = await ctx.client({ nodesOptional: true });
  const started = ctx.clock.now().getTime();
  const topology = await findTopology(client, options.nodes, {
    signal: ctx.signal,
    timeout: Math.max(1, options.once ? Math.min(options.timeout, lookTime) : options.timeout),
  });
  const report = new HealthReport(ctx, options.output);
  let kube: KubeApi | undefined;
  try {
    const results = await runChecks(
      healthChecks.filter(({ id }) => !options.skip.includes(id)),
      {
        target: (bounds) => ({
          client,
          topology,
          async kube() {
            kube ??= await kubeApiOf(client, {
              env: ctx.env,
              endpoint: options.endpoint,
              ...bounds,
            });
            return kube;
          },
          ...bounds,
        }),
        clock: ctx.clock,
        signal: ctx.signal,
        timeout: options.timeout - (ctx.clock.now().getTime() - started),
        once: options.once,
        report: (result) => report.show(result),
      },
    );
    const isTimeout = !options.once && results.at(-1)?.state === 'failed';
    await report.finish(isTimeout ? { timeout: options.timeout } : {});
  } finally {
    kube?.close();
  }
}
