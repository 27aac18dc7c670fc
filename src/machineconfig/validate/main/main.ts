import { keyPath } from '../../path.js';
import type { Mode } from '../mode.js';
import { requiresInstall } from '../mode.js';
import type { Section } from '../section.js';
import { checkCluster } from './cluster.js';
import { checkCni } from './cni.js';
import { checkDisks } from './disks.js';
import { checkDiskEncryption } from './encryption.js';
import { checkFeatures, checkHostDns } from './features.js';
import { checkExtensions, checkInstall } from './install.js';
import { checkInterfaces } from './interfaces.js';
import { checkKubelet } from './kubelet.js';
import { checkKubeSpan } from './kubespan.js';
import { checkLogging } from './logging.js';
import { checkMachineType, isControlPlane, machineTypeOf } from './machine-type.js';
import { checkNode } from './node.js';
import { checkRuntimeSpec } from './runtime-spec.js';
import { checkAuthorities } from './security.js';

/** The rules of the main document. */
export function checkMain(config: Section, mode: Mode): void {
  const machine = config.sub('machine');
  if (machine === undefined) {
    config.error('machine', 'the machine section is missing');
    return;
  }
  const type = machineTypeOf(machine);
  const cluster = config.sub('cluster');
  if (cluster === undefined) config.error('cluster', 'the cluster section is missing');
  else checkCluster(cluster, type !== 'worker');
  if (requiresInstall(mode)) checkInstall(machine, mode);
  checkHostDns(machine, mode);
  checkMachineType(machine);
  checkAuthorities(machine, cluster, type);
  if (isControlPlane(type)) checkCni(cluster);
  checkInterfaces(machine, type);
  checkKubeSpan(machine, cluster);
  checkDisks(machine);
  checkKubelet(machine);
  checkDiskEncryption(machine);
  checkLogging(machine);
  checkExtensions(machine);
  checkNode(machine);
  checkFeatures(machine, type);
  if (config.has('persist') && !config.flag('persist')) config.error('persist', 'persist must be true where it is set');
  checkRuntimeSpec(machine);
  checkRegistries(machine);
}

function checkRegistries(machine: Section): void {
  const registries = machine.sub('registries');
  for (const key of ['config', 'mirrors'] as const) {
    for (const [name, value] of registries?.entries(key) ?? []) {
      if (value === null)
        registries?.report.error(keyPath(registries.at(key), name), 'nothing is set for this registry');
    }
  }
}
