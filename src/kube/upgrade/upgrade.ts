import coerce from 'semver/functions/coerce.js';
import gte from 'semver/functions/gte.js';
import { TalosctlError } from '../../errors/errors.js';
import { syncManifests } from '../manifests/sync.js';
import { refuseRemovedItems, requireTalosSupport } from './checks.js';
import { findNodes } from './detect.js';
import { upgradeKubelets } from './kubelets.js';
import { prePullImages } from './pull.js';
import { upgradeControlPlane, upgradeKubeProxy } from './static-pods.js';
import { quotedList, type UpgradeTarget } from './upgrade-target.js';

/** Since this version of Talos the nodes keep a list of what they have applied. */
const firstWithInventory = '1.13.0';

/**
 * Upgrades Kubernetes: images are pulled first, then the control plane goes component after component, then kube-proxy,
 * the kubelets node by node, and in the end the manifests. Ends at the first thing that does not come up; run again, it
 * goes on where it ended.
 */
export async function upgradeKubernetes(start: Omit<UpgradeTarget, 'controlPlane' | 'workers'>): Promise<void> {
  const { kube, signal, settings } = start;
  const { controlPlane, workers } = await findNodes(kube, { signal });
  if (controlPlane.length === 0) throw new TalosctlError('Kubernetes has no control plane nodes');
  const target: UpgradeTarget = { ...start, controlPlane, workers: settings.kubelet ? workers : [] };
  await target.log(`discovered controlplane nodes ${quotedList(controlPlane)}`);
  if (settings.kubelet) await target.log(`discovered worker nodes ${quotedList(workers)}`);
  const versions = await requireTalosSupport(target);
  await refuseRemovedItems(target);
  if (settings.prePull) await prePullImages(target);
  await upgradeControlPlane(target);
  await upgradeKubeProxy(target);
  if (settings.kubelet) await upgradeKubelets(target);
  await syncManifests(target, { withInventory: versions.every(keepsInventory) });
}

function keepsInventory(version: string): boolean {
  const parsed = coerce(version);
  return parsed !== null && gte(parsed, firstWithInventory);
}
