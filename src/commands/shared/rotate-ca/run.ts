import type { Context } from '../../../cli/context.js';
import { TalosctlError } from '../../../errors/errors.js';
import { findTopology } from '../../../kube/health/topology.js';
import { createAuthority } from '../../../pki/issue.js';
import { hour, validFor } from '../../../pki/validity.js';
import { rotateKubernetes } from './kubernetes.js';
import type { RotateOptions } from './rotation.js';
import { rotateTalos } from './talos.js';

const authorityLifetime = 87_600 * hour;
const callTimeout = 10_000;

/** Replaces the authorities that were asked for: Talos first, Kubernetes with the client of the new one. */
export async function rotate(ctx: Context, options: RotateOptions): Promise<void> {
  const client = await ctx.client({ nodesOptional: true });
  const topology = await findTopology(client, options.nodes, { signal: ctx.signal, timeout: callTimeout });
  if (topology.controlPlane.length === 0) {
    throw new TalosctlError('no control plane node is known', { hint: 'name them with --control-plane-nodes' });
  }
  const validity = validFor(ctx.clock.now(), authorityLifetime);
  let current = client;
  try {
    if (options.talos) {
      const next = await createAuthority({ ...validity, algorithm: 'ed25519', organizations: ['talos'] });
      current = await rotateTalos(ctx, client, topology, next, options);
    }
    if (options.kubernetes) {
      const next = await createAuthority({ ...validity, algorithm: 'ecdsa', organizations: ['kubernetes'] });
      await rotateKubernetes(ctx, current, topology, next, options);
    }
  } finally {
    if (current !== client) current.close();
  }
}
