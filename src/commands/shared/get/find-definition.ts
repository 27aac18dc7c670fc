import type { Client } from '../../../client/client.js';
import { CallLimit, fanOut } from '../../../client/fanout.js';
import { listDefinitions } from '../../../client/state.js';
import { CallError, type NodeFailure } from '../../../errors/errors.js';
import { type ResourceDefinition, resolveDefinition } from '../../../resources/definition.js';
import { failuresOf, throwFailures } from '../node-failures.js';

export interface FoundDefinition {
  readonly definition: ResourceDefinition;
  /** Nodes that have failed already and need not be asked again. */
  readonly failures: readonly NodeFailure[];
}

/**
 * Finds the type that a word stands for, as the first node knows it or, where that does not answer, another one. Throws
 * TalosctlError where no node answers, or the word means nothing or several things.
 */
export async function findDefinition(client: Client, word: string, limit = new CallLimit()): Promise<FoundDefinition> {
  const { definitions, failures } = await askForDefinitions(client, limit);
  return { definition: resolveDefinition(word, definitions), failures };
}

interface KnownDefinitions {
  readonly definitions: readonly ResourceDefinition[];
  readonly failures: readonly NodeFailure[];
}

async function askForDefinitions(client: Client, limit: CallLimit): Promise<KnownDefinitions> {
  const [first] = client.nodes;
  try {
    return { definitions: await limit.run(() => listDefinitions(client, { node: first })), failures: [] };
  } catch (error) {
    if (first === undefined || client.nodes.length === 1 || !(error instanceof CallError)) {
      throw error;
    }
    return askOthers(client, { node: first, error }, limit);
  }
}

async function askOthers(client: Client, failed: NodeFailure, limit: CallLimit): Promise<KnownDefinitions> {
  const ask = (node: string) =>
    node === failed.node ? Promise.reject(failed.error) : listDefinitions(client, { node });
  const results = await fanOut(client, ask, { limit });
  const failures = failuresOf(results);
  const definitions = results.find(({ value }) => value !== undefined)?.value;
  if (definitions === undefined) {
    throwFailures(client, failures);
  }
  return { definitions: definitions ?? [], failures };
}
