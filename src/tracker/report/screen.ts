import { printableField } from '../../errors/control-characters.js';
import type { Output } from '../../terminal/streams.js';
import type { Reporter, Update } from './reporter.js';

const clearLine = '\x1b[K';
const usualColumns = 80;
const usualRows = 24;
const marks: Readonly<Partial<Record<Update['kind'], string>>> = { done: '✓', failed: '✗' };

/** A line for each node on a terminal, written over as the nodes get on. Nodes that are done give way where rows are few. */
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
    },
  };
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
  return [...`${mark} ${node}  ${printableField(text)}`].slice(0, columns - 1).join('');
}
