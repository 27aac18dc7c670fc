import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import type { NodeResult } from '../../client/fanout.js';
import type { JsonValue } from '../../render/json.js';
import { formatTable } from '../../render/table.js';
import { failuresOf, throwFailures } from './node-failures.js';
import { nodesData, type OutputFormat, writeData } from './output-format.js';

/** How the answer of a node is shown. */
export interface NodeTable<T> {
  readonly heading: readonly string[];
  /** Blanks between columns, where three are not meant. */
  readonly gap?: number;
  /** Whether the heading is printed also where no node has a row. Default true. */
  readonly headingAlone?: boolean;
  rows(node: string, answer: T): readonly (readonly string[])[];
  /** Members of the node's object for `-o json` and `-o yaml`, by the API's own names. */
  data(answer: T): { readonly [key: string]: JsonValue };
}

/**
 * Prints what the nodes answered, in the order asked, and then fails where some did not. The heading is printed only
 * where there is an answer.
 */
export async function printNodes<T>(
  ctx: Context,
  client: Client,
  results: readonly NodeResult<T>[],
  output: OutputFormat,
  view: NodeTable<T>,
): Promise<void> {
  const failures = failuresOf(results);
  if (output !== 'table') {
    await writeData(ctx, output, nodesData(results, view.data));
  } else if (failures.length < results.length) {
    await ctx.stdout.write(nodesTable(results, view));
  }
  throwFailures(client, failures);
}

/** The table of those nodes that answered. */
export function nodesTable<T>(results: readonly NodeResult<T>[], view: NodeTable<T>): string {
  const { heading, headingAlone = true, gap, rows } = view;
  const all = results.flatMap((result) => (result.error === undefined ? rows(result.node, result.value) : []));
  return all.length === 0 && !headingAlone ? '' : formatTable([heading, ...all], gap);
}
