import type { SimNodeFacts, SimResource } from '../types.js';
import { CertificateCache } from './certificates.js';
import { ConfigView, type NodeView } from './node.js';
import { allRules } from './rules/index.js';

/**
 * Every resource of a node in the state that the facts describe. `certificates` is what the node issued to itself so far:
 * the same cache has to be given for as long as the node runs, else every call makes new ones.
 */
export function deriveResources(
  facts: SimNodeFacts,
  certificates: CertificateCache = new CertificateCache(),
): readonly SimResource[] {
  const node: NodeView = { facts, config: configured(facts), certificates };
  const byName = new Map<string, SimResource>();
  for (const rule of allRules) {
    // A configuration may name a thing twice: a node writes the same resource twice, and the last one stays.
    for (const resource of rule(node)) byName.set(`${resource.namespace}/${resource.type}/${resource.id}`, resource);
  }
  return [...byName.values()];
}

/** Documents other than the main one may come early, in maintenance mode: they do not make a configured node. */
function configured({ config }: SimNodeFacts): ConfigView | undefined {
  return config?.documents.some(({ kind }) => kind === 'v1alpha1') === true ? new ConfigView(config) : undefined;
}
