import { getResource, listResources } from '../../client/state.js';
import { CallError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { field, text } from '../../resources/spec-fields.js';
import { askAll, fail, messageOf } from './ask.js';
import type { HealthCheck, MachinesTarget } from './check.js';
import { hostOf } from './etcd-members.js';
import { allNodes, type ClusterNode } from './topology.js';

/* The checks of the machines themselves, through the Talos API. */

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
/** What the kernel keeps for itself of a machine's memory. */
const kernelMemory = 150 * mebibyte;
const leastMemory = { controlPlane: 1848 * mebibyte - kernelMemory, worker: gibibyte - kernelMemory };
/** The smallest disk, less the partitions besides EPHEMERAL (EFI with boot, STATE, META, partition tables). */
const leastEphemeral = 6 * gibibyte - (100 + 1 + 2000 + 100 + 1 + 10) * mebibyte;

export const etcdHealthy: HealthCheck<MachinesTarget> = {
  id: 'etcd',
  title: 'etcd to be healthy',
  run: (target) => serviceHealthy(target, 'etcd'),
};

export const kubeletHealthy: HealthCheck<MachinesTarget> = {
  id: 'kubelet',
  title: 'kubelet to be healthy',
  run: (target) => serviceHealthy(target, 'kubelet'),
};

/** On the control plane, as the reference looks at both services. */
async function serviceHealthy(target: MachinesTarget, id: string): Promise<'ok'> {
  const lists = await askAll(target, target.topology.controlPlane, async (client, options) =>
    messageOf(await client.unary(MachineServiceService.serviceList, {}, options), options.node),
  );
  const problems = lists.flatMap(({ node, value }) => {
    const service = value.services.find((candidate) => candidate.id === id);
    const last = service?.events?.events.at(-1);
    if (service === undefined) return [`${node}: there is no service ${id}`];
    if (last === undefined) return [`${node}: nothing has happened to service ${id} yet`];
    if (last.state !== 'Running') return [`${node}: service ${id} is ${last.state}, not Running: ${last.msg}`];
    const { healthy = false, lastMessage = '' } = service.health ?? {};
    if (healthy) return [];
    return [`${node}: service ${id} is not healthy${lastMessage === '' ? '' : `: ${lastMessage}`}`];
  });
  if (problems.length > 0) fail(problems);
  return 'ok';
}

export const etcdConsistent: HealthCheck<MachinesTarget> = {
  id: 'etcd-members',
  title: 'etcd members to be consistent across nodes',
  async run(target) {
    const lists = await askAll(target, target.topology.controlPlane, async (client, options) => {
      const request = { queryLocal: false };
      const { members } = messageOf(
        await client.unary(MachineServiceService.etcdMemberList, request, options),
        options.node,
      );
      return members.map(({ hostname, id, isLearner }) => ({ hostname, key: `${hostname} ${id} ${isLearner}` }));
    });
    const [first, ...others] = lists;
    if (first === undefined) fail(['no control plane node is known']);
    const expected = new Set(first.value.map(({ key }) => key));
    const names = (members: readonly { readonly hostname: string }[]): string =>
      members
        .map(({ hostname }) => hostname)
        .sort()
        .join(', ');
    const different = others.filter(
      ({ value }) => value.length !== expected.size || value.some(({ key }) => !expected.has(key)),
    );
    if (different.length > 0) {
      fail(
        different.map(
          ({ node, value }) =>
            `${node} knows the members ${names(value)}, and ${first.node} knows ${names(first.value)}`,
        ),
      );
    }
    return 'ok';
  },
};

export const etcdOnControlPlane: HealthCheck<MachinesTarget> = {
  id: 'etcd-nodes',
  title: 'etcd members to be control plane nodes',
  async run({ client, topology, signal, timeout }) {
    const options = { signal, timeout };
    const answer = await client.unary(MachineServiceService.etcdMemberList, { queryLocal: false }, options);
    const known = new Set(topology.controlPlane.flatMap(({ addresses }) => addresses));
    const strangers = messageOf(answer, undefined).members.flatMap(({ hostname, peerUrls }) =>
      peerUrls.filter((url) => !known.has(hostOf(url))).map((url) => `${hostname} at ${hostOf(url)}`),
    );
    if (strangers.length > 0) {
      fail([
        `members of etcd are no control plane nodes: ${strangers.join(', ')} (known are ${[...known].join(', ')})`,
      ]);
    }
    return 'ok';
  },
};

export const apidReady: HealthCheck<MachinesTarget> = {
  id: 'apid',
  title: 'apid to be ready',
  async run(target) {
    await askAll(target, allNodes(target.topology), version);
    return 'ok';
  },
};

const version: Parameters<typeof askAll<Awaited<ReturnType<typeof readVersion>>>>[2] = (client, options) =>
  readVersion(client, options);

async function readVersion(
  client: MachinesTarget['client'],
  options: {
    readonly node?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly timeout?: number | undefined;
  },
) {
  return messageOf(await client.unary(MachineServiceService.version, {}, options), options.node);
}

/** Machines that are no containers: those have no disks and memory of their own. */
async function realMachines(target: MachinesTarget): Promise<readonly ClusterNode[]> {
  const nodes = allNodes(target.topology);
  const versions = await askAll(target, nodes, version);
  return nodes.filter(
    ({ address }) => versions.find(({ node }) => node === address)?.value.platform?.mode !== 'container',
  );
}

export const memorySizes: HealthCheck<MachinesTarget> = {
  id: 'memory',
  title: 'all nodes memory sizes',
  async run(target) {
    const answers = await askAll(target, await realMachines(target), async (client, options) =>
      messageOf(await client.unary(MachineServiceService.memory, {}, options), options.node),
    );
    const controlPlane = new Set(target.topology.controlPlane.map(({ address }) => address));
    const small = answers.flatMap(({ node, value }) => {
      const total = Number(value.meminfo?.memtotal ?? 0n) * 1024;
      const least = controlPlane.has(node) ? leastMemory.controlPlane : leastMemory.worker;
      return total < least
        ? [`${node} has ${Math.floor(total / mebibyte)} MiB of memory, and needs ${least / mebibyte} MiB`]
        : [];
    });
    if (small.length > 0) fail(small);
    return 'ok';
  },
};

export const diskSizes: HealthCheck<MachinesTarget> = {
  id: 'disks',
  title: 'all nodes disk sizes',
  async run(target) {
    const nodes = await realMachines(target);
    const kind = { namespace: 'runtime', type: 'VolumeStatuses.block.talos.dev' };
    const volumes = await unlessWithheld(() =>
      askAll(target, nodes, async (client, options) => (await getResource(client, kind, 'EPHEMERAL', options)).spec()),
    );
    if (volumes === undefined) return 'skipped';
    const small = volumes.flatMap(({ node, value }) => {
      const size = Number(field(value, 'size') ?? 0);
      return size < leastEphemeral
        ? [
            `the volume EPHEMERAL of ${node} (${text(value, 'location')}) has ${Math.floor(size / mebibyte)} MiB, ` +
              `and needs ${leastEphemeral / mebibyte} MiB`,
          ]
        : [];
    });
    if (small.length > 0) fail(small);
    return 'ok';
  },
};

export const noDiagnostics: HealthCheck<MachinesTarget> = {
  id: 'diagnostics',
  title: 'no diagnostics',
  async run(target) {
    const kind = { namespace: 'runtime', type: 'Diagnostics.runtime.talos.dev' };
    const lists = await unlessWithheld(() =>
      askAll(target, allNodes(target.topology), async (client, options) =>
        (await listResources(client, kind, options)).map((resource) => text(resource.spec(), 'message')),
      ),
    );
    if (lists === undefined) return 'skipped';
    const active = lists.filter(({ value }) => value.length > 0);
    if (active.length > 0) fail(active.map(({ node, value }) => `${node}: ${value.join(', ')}`));
    return 'ok';
  },
};

export const nodesBooted: HealthCheck<MachinesTarget> = {
  id: 'boot',
  title: 'all nodes to finish boot sequence',
  async run(target) {
    const kind = { namespace: 'runtime', type: 'MachineStatuses.runtime.talos.dev' };
    const stages = await askAll(target, allNodes(target.topology), async (client, options) =>
      text((await getResource(client, kind, 'machine', options)).spec(), 'stage'),
    );
    const others = stages.filter(({ value }) => value !== 'running');
    if (others.length > 0) fail(others.map(({ node, value }) => `${node} is ${value || 'in no known stage'}`));
    return 'ok';
  },
};

export const staticPods: HealthCheck<MachinesTarget> = {
  id: 'static-pods',
  title: 'all control plane static pods to be running',
  async run(target) {
    const kind = { namespace: 'k8s', type: 'StaticPodStatuses.kubernetes.talos.dev' };
    const components = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
    const lists = await askAll(target, target.topology.controlPlane, async (client, options) =>
      (await listResources(client, kind, options)).map(({ metadata }) => metadata.id),
    );
    const missing = lists.flatMap(({ node, value }) => {
      const absent = components.filter((name) => !value.some((id) => id.startsWith(`kube-system/${name}`)));
      return absent.length === 0 ? [] : [`${node} runs no ${absent.join(', ')}`];
    });
    if (missing.length > 0) fail(missing);
    return 'ok';
  },
};

/** Whether the cluster is left to bring its own network: its nodes may stay NotReady. */
export async function isWithoutCni({ client, signal, timeout }: MachinesTarget): Promise<boolean> {
  const kind = { namespace: 'controlplane', type: 'BootstrapManifestsConfigs.kubernetes.talos.dev' };
  return text((await getResource(client, kind, 'manifests', { signal, timeout })).spec(), 'cniName') === 'none';
}

/** Undefined where the nodes do not show something, or not to this caller. */
async function unlessWithheld<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.PermissionDenied) return undefined;
    throw error;
  }
}
