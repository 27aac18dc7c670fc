import type { Client } from '../../client/client.js';
import type { NodeResult } from '../../client/fanout.js';
import { CallError, type NodeFailure, NodesFailedError } from '../../errors/errors.js';

/** The nodes among the results that did not answer. */
export function failuresOf(results: readonly NodeResult<unknown>[]): readonly NodeFailure[] {
  return results.flatMap(({ node, error }) => (error === undefined ? [] : [{ node, error }]));
}

/** Ends a command in which nodes failed, after the answers of the others are printed. Does nothing where none did. */
export function throwFailures(client: Client, failures: readonly NodeFailure[]): void {
  const [first] = failures;
  if (first === undefined) {
    return;
  }
  throw client.nodes.length > 1 && !isOfEndpoint(client, failures) ? new NodesFailedError(failures) : first.error;
}

/** Whether it was the way to the nodes that failed, the same for all: it is said once. */
function isOfEndpoint(client: Client, failures: readonly NodeFailure[]): boolean {
  const [first] = failures;
  return (
    !client.insecure &&
    failures.length === client.nodes.length &&
    failures.every(
      ({ error }) => error instanceof CallError && error.node === undefined && error.message === first?.error.message,
    )
  );
}
