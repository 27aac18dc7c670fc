import { fanOut } from '../../client/fanout.js';
import { getResource } from '../../client/state.js';
import { CallError, NodesFailedError, TalosctlError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { currentContract, formatContract, isNewer, parseContract } from '../../machineconfig/generate/contract.js';
import { kubernetesSupportProblem } from '../../machineconfig/generate/kubernetes-version.js';
import { formatTable } from '../../render/table.js';
import type { PlainValue } from '../../render/value.js';
import { field, list } from '../../resources/spec-fields.js';
import { isNotFound } from '../api/failure.js';
import { minorPath } from './path.js';
import { type Removed, removedItems } from './removed.js';
import { callTo, type UpgradeTarget } from './upgrade-target.js';

/**
 * Asks every node for its version of Talos, and fails unless all of them run the version of Kubernetes.
 * @returns the versions, without a leading v
 */
export async function requireTalosSupport(target: UpgradeTarget): Promise<readonly string[]> {
  const nodes = [...target.controlPlane, ...target.workers];
  const results = await fanOut({ nodes }, async (node) => {
    const { messages } = await target.client.unary(MachineServiceService.version, {}, callTo(target, node));
    return (messages[0]?.version?.tag ?? '').replace(/^v/, '');
  });
  const failures = results.flatMap(({ node, error }) => (error === undefined ? [] : [{ node, error }]));
  if (failures.length > 0) throw new NodesFailedError(failures);
  const newer = results.filter(({ value = '' }) => isNewer(value));
  if (newer.length > 0) {
    const found = newer.map(({ node, value }) => `${node} (v${value})`).join(', ');
    throw new TalosctlError(
      `which versions of Kubernetes a Talos newer than ${formatContract(currentContract)} runs is not known to this client: ${found}`,
      { hint: 'use a client of the version of the nodes' },
    );
  }
  const problems = results.flatMap(({ node, value = '' }) => {
    const problem = kubernetesSupportProblem(target.path.to, parseContract(value));
    return problem === undefined ? [] : [`${node}: ${problem.replace(/; --kubernetes-version .*$/, '')}`];
  });
  if (problems.length > 0)
    throw new TalosctlError(problems.join('; '), { hint: 'upgrade Talos first, or choose another --to' });
  for (const { node, value = '' } of results) {
    await target.log(`> "${node}": Talos version ${value} is compatible with Kubernetes version ${target.path.to}`);
  }
  return results.map(({ value = '' }) => value);
}

type Row = readonly [node: string, component: string, item: string];

/** Fails where the cluster uses what the new version does not have any more. */
export async function refuseRemovedItems(target: UpgradeTarget): Promise<void> {
  const removed = removedItems[minorPath(target.path)];
  if (removed === undefined) return;
  await target.log('checking for removed Kubernetes component flags');
  const found = new Found();
  for (const node of target.controlPlane) {
    for (const component of ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']) {
      const command = staticPodCommand(await read(target, node, 'StaticPods.kubernetes.talos.dev', component));
      found.look(removed, node, component, command);
    }
  }
  for (const node of [...target.controlPlane, ...target.workers]) {
    const spec = await read(target, node, 'KubeletSpecs.kubernetes.talos.dev', 'kubelet');
    found.lookAtFlags(removed, node, 'kubelet', texts(list(spec, 'args')));
  }
  await target.log('checking for removed Kubernetes API resource versions');
  for (const resource of removed.resources ?? []) {
    const count = await countObjects(target, resource);
    if (count > 0) found.resources.push([resource, String(count)]);
  }
  const tables = found.tables();
  if (tables !== '') {
    throw new TalosctlError(
      `the cluster uses what Kubernetes ${target.path.to} does not have any more:\n${tables}`.trimEnd(),
    );
  }
}

class Found {
  readonly plugins: Row[] = [];
  readonly gates: Row[] = [];
  readonly flags: Row[] = [];
  readonly resources: (readonly [string, string])[] = [];

  look(removed: Removed, node: string, component: string, command: readonly string[]): void {
    this.lookAtFlags(removed, node, component, command);
    const gates = valuesOf(command, 'feature-gates').map((gate) => gate.split('=')[0] ?? '');
    for (const gate of removed.featureGates ?? []) if (gates.includes(gate)) this.gates.push([node, component, gate]);
    if (component !== 'kube-apiserver') return;
    const plugins = valuesOf(command, 'enable-admission-plugins');
    for (const plugin of removed.admissionPlugins ?? []) {
      if (plugins.includes(plugin)) this.plugins.push([node, component, plugin]);
    }
  }

  lookAtFlags(removed: Removed, node: string, component: string, args: readonly string[]): void {
    const names = args.map((arg) => arg.split('=')[0]);
    for (const name of removed.flags?.[component] ?? []) {
      if (names.includes(`--${name}`)) this.flags.push([node, component, name]);
    }
  }

  tables(): string {
    const table = (rows: readonly Row[], heading: string): string =>
      rows.length === 0 ? '' : formatTable([['NODE', 'COMPONENT', heading], ...rows]);
    const resources =
      this.resources.length === 0 ? '' : formatTable([['REMOVED RESOURCE', 'COUNT'], ...this.resources]);
    return [
      table(this.plugins, 'REMOVED ADMISSION PLUGIN'),
      table(this.gates, 'REMOVED FEATURE GATE'),
      table(this.flags, 'REMOVED FLAG'),
      resources,
    ]
      .filter((text) => text !== '')
      .join('\n');
  }
}

function valuesOf(command: readonly string[], flag: string): readonly string[] {
  return command
    .filter((word) => word.startsWith(`--${flag}=`))
    .flatMap((word) => word.slice(flag.length + 3).split(','));
}

function staticPodCommand(spec: PlainValue): readonly string[] {
  const [container = null] = list(field(spec, 'spec'), 'containers');
  return texts(list(container, 'command'));
}

function texts(values: readonly PlainValue[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

/** Null where the node has no such resource. */
async function read(target: UpgradeTarget, node: string, type: string, id: string): Promise<PlainValue> {
  try {
    return (await getResource(target.client, { namespace: 'k8s', type }, id, callTo(target, node))).spec();
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.NotFound) return null;
    throw error;
  }
}

async function countObjects({ kube, signal }: UpgradeTarget, resource: string): Promise<number> {
  const [plural = '', version = '', ...group] = resource.split('.');
  try {
    const answer: { readonly items?: readonly unknown[] } = await kube.send(
      { path: `/apis/${group.join('.')}/${version}/${plural}` },
      { signal },
    );
    return answer.items?.length ?? 0;
  } catch (error) {
    if (isNotFound(error)) return 0;
    throw error;
  }
}
