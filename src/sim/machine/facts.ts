import type { SimNodeFacts } from '../types.js';
import { schematicOf } from './installed.js';
import { nodenameOf } from './pods.js';
import type { Runtime } from './runtime.js';
import { unmetConditions } from './status.js';

/** What the resource rules may know of a machine, as it is now. */
export function factsOf(runtime: Runtime): SimNodeFacts {
  const { machine, configuration } = runtime;
  const { identity, neighbours } = machine;
  const { active, persistent, versions } = configuration;
  const clusterId = active?.view.clusterId ?? '';
  const { etcd, metaKeys, wipedDevices } = machine.disk.read();
  const kubernetesUp = clusterId !== '' && neighbours.kubernetesUp(clusterId);
  const core = {
    stage: runtime.stage,
    machineType: runtime.machineType,
    services: runtime.services.facts(),
    hostname: runtime.hostname,
    kubernetesReady: kubernetesUp && (runtime.services.find('kubelet')?.up ?? false),
  };
  return {
    ...core,
    nodeId: identity.nodeId,
    uuid: identity.uuid,
    address: identity.address,
    subnet: identity.subnet,
    version: runtime.system.version,
    schematic: schematicOf(runtime.system),
    bootId: runtime.bootId,
    bootedAt: runtime.bootedAt,
    config: active?.config,
    configText: active?.text,
    stagedConfigText: persistent === active ? undefined : persistent?.text,
    configVersion: versions.active,
    persistentConfigVersion: versions.persistent,
    kubernetesVersion: active?.view.kubernetesVersion ?? '',
    members: active?.view.discovery === true ? neighbours.members(clusterId) : [],
    unschedulable: kubernetesUp && neighbours.kubernetes(clusterId).isCordoned(nodenameOf(runtime)),
    metaKeys,
    wipedDevices,
    bootstrapped: etcd !== undefined,
    etcdMemberId: etcd?.memberId,
    unmetConditions: unmetConditions({ ...core, kubernetesUp }),
  };
}
