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
  const node: NodeView = {
    facts,
    config: facts.config === undefined ? undefined : new ConfigView(facts.config),
    certificates,
  };
  return allRules.flatMap((rule) => rule(node));
}
