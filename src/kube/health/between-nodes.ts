import { getResource, listResources } from '../../client/state.js';
import type { PlainValue } from '../../render/value.js';
import { field, list, text } from '../../resources/spec-fields.js';
import { askAll, fail } from './ask.js';
import type { HealthCheck, MachinesTarget } from './check.js';
import { etcdMembersWell } from './etcd-members.js';
import { etcdConsistent, etcdHealthy, isWithoutCni } from './machines.js';
import type { ClusterNode } from './topology.js';

/*
 * What has to hold before the next node of a cluster is taken down. All of it is what the machines say, so that it can be
 * looked at also from where the Kubernetes API cannot be reached.
 */

const components = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** @param touched machines that were down for the same work before, besides the control plane */
export function checksBetweenNodes(touched: readonly ClusterNode[]): readonly HealthCheck<MachinesTarget>[] {
  return [etcdHealthy, etcdMembersWell, etcdConsistent, staticPodsReady, nodesReady(touched)];
}

const staticPodsReady: HealthCheck<MachinesTarget> = {
  id: 'static-pods-ready',
  title: 'all control plane static pods to be ready',
  async run(target) {
    const lists = await askAll(target, target.topology.controlPlane, async (client, options) => {
      const [wanted, statuses] = await Promise.all([
        listResources(client, kindOf('StaticPods'), options),
        listResources(client, kindOf('StaticPodStatuses'), options),
      ]);
      const ready = statuses.filter((status) => isReady(status.spec())).map(({ metadata }) => metadata.id);
      const ids = wanted.map(({ metadata }) => metadata.id);
      return components.filter(
        (name) =>
          // The others can be turned off.
          (name === 'kube-apiserver' || ids.includes(name)) &&
          !ready.some((id) => id.startsWith(`kube-system/${name}-`)),
      );
    });
    const unready = lists.filter(({ value }) => value.length > 0);
    if (unready.length > 0) fail(unready.map(({ node, value }) => `${node}: ${value.join(', ')} not ready`));
    return 'ok';
  },
};

function isReady(status: PlainValue): boolean {
  return list(status, 'conditions').some(
    (condition) => text(condition, 'type') === 'Ready' && text(condition, 'status') === 'True',
  );
}

function nodesReady(touched: readonly ClusterNode[]): HealthCheck<MachinesTarget> {
  return {
    id: 'control-plane-nodes-ready',
    title: 'the control plane nodes, and those upgraded, to be Ready in Kubernetes',
    async run(target) {
      if (await isWithoutCni(target)) return 'skipped';
      const { controlPlane } = target.topology;
      const known = new Set(controlPlane.flatMap(({ addresses }) => addresses));
      const nodes = [...controlPlane, ...touched.filter(({ address }) => !known.has(address))];
      const states = await askAll(target, nodes, async (client, options) => {
        const name = await getResource(client, kindOf('Nodenames'), 'nodename', options);
        const statuses = await listResources(client, kindOf('NodeStatuses'), options);
        const own = statuses.find(({ metadata }) => metadata.id === text(name.spec(), 'nodename'));
        return own !== undefined && field(own.spec(), 'nodeReady') === true;
      });
      const unready = states.filter(({ value }) => !value).map(({ node }) => node);
      if (unready.length > 0) fail([`not Ready in Kubernetes: ${unready.join(', ')}`]);
      return 'ok';
    },
  };
}

const kindOf = (name: string) => ({ namespace: 'k8s', type: `${name}.kubernetes.talos.dev` });
