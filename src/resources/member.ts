import type { Resource } from './resource.js';
import { list, text } from './spec-fields.js';

/** Where a node keeps what it knows of the members of its cluster. */
export const memberKind = { namespace: 'cluster', type: 'Members.cluster.talos.dev' } as const;

/** A machine of the cluster, as discovery shows it. */
export interface Member {
  readonly hostname: string;
  readonly isControlPlane: boolean;
  /** In the order in which the node offers them. */
  readonly addresses: readonly string[];
}

/** Reads a resource of `memberKind`. */
export function decodeMember(resource: Resource): Member {
  const spec = resource.spec();
  return {
    hostname: text(spec, 'hostname') || resource.metadata.id,
    // `init` is what old machines call themselves that make the first control plane.
    isControlPlane: ['controlplane', 'init'].includes(text(spec, 'machineType')),
    addresses: list(spec, 'addresses').filter((address) => typeof address === 'string'),
  };
}
