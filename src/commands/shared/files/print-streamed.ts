import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { CancelledError, NodesFailedError, TalosctlError } from '../../../errors/errors.js';
import type { JsonValue } from '../../../render/json.js';
import { formatTable } from '../../../render/table.js';
import type { NodeMessage } from '../ask-nodes.js';
import { metadataError } from '../data-error.js';
import { throwFailures } from '../node-failures.js';
import { failureData, type OutputFormat, writeData } from '../output-format.js';

/** How items are asked for that nodes stream, and how they are shown. */
export interface StreamedTable<T extends NodeMessage> {
  /** The calls to a node, made one after the other. */
  open(node: string): readonly AsyncIterable<T>[];
  /** What went wrong with this item alone; empty: nothing. */
  fault(item: T): string;
  /** `NODE` is the first. */
  readonly heading: readonly string[];
  /** Whether the heading is printed also where there is no row. */
  readonly headingAlone: boolean;
  /** The cells of an item, behind the node's. */
  row(item: T): readonly string[];
  /** Members of the node's object for `-o json` and `-o yaml`, by the API's own names. */
  data(items: readonly T[]): { readonly [key: string]: JsonValue };
}

/** What came from a node before it failed counts, too. */
interface Streamed<T> {
  readonly items: readonly T[];
  readonly failures: readonly TalosctlError[];
}

/** Prints what every node streams, in the order the nodes are asked, and then fails where something did. */
export async function printStreamed<T extends NodeMessage>(
  ctx: Context,
  client: Client,
  output: OutputFormat,
  table: StreamedTable<T>,
): Promise<void> {
  const results = await fanOut(client, (node) => collect(table, node));
  const answers = results.map(({ node, value, error }) => ({
    node,
    ...(value ?? { items: [] as readonly T[], failures: [error] }),
  }));
  if (output === 'table') {
    const rows = answers.flatMap(({ node, items }) =>
      items.filter((item) => table.fault(item) === '').map((item) => [node, ...table.row(item)]),
    );
    if (rows.length > 0 || table.headingAlone) await ctx.stdout.write(formatTable([table.heading, ...rows]));
  } else {
    const objects = answers.map(({ node, items, failures: [failure] }) => ({
      node,
      ...(items.length > 0 || failure === undefined ? table.data(items) : {}),
      ...(failure === undefined ? {} : { error: failureData(failure) }),
    }));
    await writeData(ctx, output, objects);
  }
  const failures = answers.flatMap((answer) => answer.failures.map((error) => ({ node: answer.node, error })));
  if (failures.length > answers.length) throw new NodesFailedError(failures);
  throwFailures(client, failures);
}

async function collect<T extends NodeMessage>(table: StreamedTable<T>, node: string): Promise<Streamed<T>> {
  const items: T[] = [];
  const failures: TalosctlError[] = [];
  for (const stream of table.open(node)) {
    try {
      for await (const item of stream) {
        const refused = metadataError(item.metadata, node);
        if (refused !== undefined) {
          failures.push(refused);
          continue;
        }
        const fault = table.fault(item);
        if (fault !== '') failures.push(new TalosctlError(fault));
        items.push(item);
      }
    } catch (error) {
      if (!(error instanceof TalosctlError) || error instanceof CancelledError) throw error;
      failures.push(error);
    }
  }
  return { items, failures };
}
