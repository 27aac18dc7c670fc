import type { CallOptions, Client } from '../../client/client.js';
import { fanOut, type NodeResult } from '../../client/fanout.js';
import { TalosctlError } from '../../errors/errors.js';
import type { MachinesTarget } from './check.js';
import type { ClusterNode } from './topology.js';

/** Asks every machine, and gives the answers in their order. Fails with the reasons of those that do not answer. */
export async function askAll<T>(
  { client, signal, timeout }: MachinesTarget,
  nodes: readonly ClusterNode[],
  call: (client: Client, options: CallOptions) => Promise<T>,
): Promise<readonly { readonly node: string; readonly value: T }[]> {
  if (nodes.length === 0) return [];
  const results = await fanOut({ nodes: nodes.map(({ address }) => address) }, (node) =>
    call(client, { node, signal, timeout }),
  );
  refuseFailures(results);
  return results.flatMap(({ node, value }) => (value === undefined ? [] : [{ node, value }]));
}

function refuseFailures(results: readonly NodeResult<unknown>[]): void {
  const failed = results.flatMap(({ node, error }) => (error === undefined ? [] : [{ node, message: error.message }]));
  if (failed.length > 0) fail(failed.map(({ node, message }) => `${node}: ${message}`));
}

/** Ends an attempt of a check: this is what is wrong. */
export function fail(problems: readonly string[]): never {
  throw new TalosctlError([...new Set(problems)].join('; '));
}

/** The message of a single node's answer. */
export function messageOf<M extends { readonly metadata: { readonly error: string } | undefined }>(
  { messages }: { readonly messages: readonly M[] },
  node: string | undefined,
): M {
  const [message] = messages;
  if (message === undefined) throw new TalosctlError(`${node ?? 'the endpoint'} sent an empty answer`);
  if (message.metadata !== undefined && message.metadata.error !== '') throw new TalosctlError(message.metadata.error);
  return message;
}
