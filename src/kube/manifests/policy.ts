import { TalosctlError } from '../../errors/errors.js';
import { annotationsOf, type KubeManifest, pathOf } from './manifest.js';

/** What may happen to objects that are not in our inventory, or in another's. */
export const inventoryPolicies = ['MustMatch', 'AdoptIfNoInventory', 'AdoptAll'] as const;
export type InventoryPolicy = (typeof inventoryPolicies)[number];

/** Names the inventory of an object. */
export const inventoryAnnotation = 'config.k8s.io/owning-inventory';

/** Where Talos keeps the list of the objects that it has made. */
export const inventoryNamespace = 'kube-system';
export const inventoryName = 'talos-bootstrap-manifests-inventory';

/** Fails where the policy keeps us from changing an object that is there. */
export function requireOwnership(object: KubeManifest, policy: InventoryPolicy): void {
  const owner = annotationsOf(object)[inventoryAnnotation];
  if (owner === inventoryName || policy === 'AdoptAll') return;
  if (owner === undefined && policy === 'AdoptIfNoInventory') return;
  const whose = owner === undefined ? 'belongs to no inventory' : `belongs to the inventory ${owner}`;
  throw new TalosctlError(
    `${pathOf(object)} ${whose}, and --manifests-inventory-policy ${policy} does not take it over`,
    {
      hint: owner === undefined ? 'use AdoptIfNoInventory' : 'use AdoptAll where that is meant',
    },
  );
}
