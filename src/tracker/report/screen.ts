import { printableField } from '../../errors/control-characters.js';
import type { Output } from '../../terminal/streams.js';
import type { Reporter, Update } from './reporter.js';

const clearLine = '\x1b[K';
const usualColumns = 80;
const usualRows = 24;
/** Beside node and text: a mark and spaces. */
const marksWidth = 4;
const marks: Readonly<Partial<Record<Update['kind'], string>>> = { done: '✓', failed: '✗' };

/**
 * A line for each node on a terminal, written over as the nodes get on. Nodes that are done give way where rows are few.
 * When all have ended, what has failed and did not fit in its line is written below.
 */
export function screenReporter(output: Output, nodes: readonly string[]): Reporter {
  const latest = new Map<string, Update | undefined>(nodes.map((node) => [node, undefined]));
  const width = Math.max(0, ...nodes.map((node) => node.length));
  let drawn = 0;
  return {
    async update(update) {
      latest.set(update.node, update);
      const rows = Math.max(1, (output.rows ?? usualRows) - 1);
      const lines = shown(latest, rows).map(([node, last]) => lineOf(node.padEnd(width), last, output.columns));
      const up = drawn === 0 ? '' : `\x1b[${drawn}A`;
      drawn = lines.length;
      await output.write(up + lines.map((line) => `\r${line}${clearLine}\n`).join(''));
      for (const text of allEnded(latest) ? cutFailures(latest, output.columns) : []) await output.write(`${text}\n`);
    },
  };
}

function allEnded(latest: ReadonlyMap<string, Update | undefined>): boolean {
  return [...latest.values()].every((update) => update?.kind === 'done' || update?.kind === 'failed');
}

function cutFailures(latest: ReadonlyMap<string, Update | undefined>, columns = usualColumns): readonly string[] {
  return [...latest].flatMap(([node, update]) => {
    if (update?.kind !== 'failed' || update.text.length + node.length + marksWidth < columns) return [];
    return [`${node}: ${printableField(update.text)}`];
  });
}

type Row = readonly [node: string, update: Update | undefined];

function shown(latest: ReadonlyMap<string, Update | undefined>, rows: number): readonly Row[] {
  const all: readonly Row[] = [...latest];
  if (all.length <= rows) return all;
  const ended = ([, update]: Row): boolean => update?.kind === 'done';
  return [...all.filter((row) => !ended(row)), ...all.filter(ended)].slice(0, rows);
}

function lineOf(node: string, update: Update | undefined, columns = usualColumns): string {
  const mark = (update && marks[update.kind]) ?? '…';
  const text = update === undefined ? '' : update.kind === 'event' ? `${update.phase}: ${update.text}` : update.text;
  // One column stays free, so that no terminal breaks the line.
  const [first = ''] = text.split('\n', 1);
  return [...`${mark} ${node}  ${printableField(first)}`].slice(0, columns - 1).join('');
}
