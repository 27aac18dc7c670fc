const contextLines = 3;

interface Edit {
  readonly kind: ' ' | '-' | '+';
  readonly line: string;
}

/**
 * The unified diff of two texts as nodes put it into their answers; empty where they are equal.
 * @param names of the two sides
 */
export function unifiedDiff(before: string, after: string, names: readonly [string, string] = ['a', 'b']): string {
  if (before === after) return '';
  const edits = diff(lines(before), lines(after));
  let out = `--- ${names[0]}\n+++ ${names[1]}\n`;
  for (const { from, to } of hunks(edits)) {
    const head = edits.slice(0, from);
    const body = edits.slice(from, to);
    const removed = range(head, body, '-');
    const added = range(head, body, '+');
    out += `@@ -${removed} +${added} @@\n${body.map(({ kind, line }) => `${kind}${line}\n`).join('')}`;
  }
  return out;
}

function lines(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** `start,length` of one side of a hunk; an empty side starts at the line before it. */
function range(head: readonly Edit[], body: readonly Edit[], side: '-' | '+'): string {
  const own = (edit: Edit): boolean => edit.kind === ' ' || edit.kind === side;
  const before = head.filter(own).length;
  const length = body.filter(own).length;
  if (length === 1) return String(before + 1);
  return `${length === 0 ? before : before + 1},${length}`;
}

/** Stretches of changes with their context, joined where the contexts touch. */
function hunks(edits: readonly Edit[]): readonly { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  edits.forEach((edit, index) => {
    if (edit.kind === ' ') return;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(edits.length, index + contextLines + 1);
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else found.push({ from, to });
  });
  return found;
}

/** The shortest way from one list of lines to the other (Myers), removals before additions. */
function diff(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const same = (line: string): Edit => ({ kind: ' ', line });
  return [
    ...before.slice(0, head).map(same),
    ...changed(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

function changed(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const width = before.length + after.length;
  let reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  search: for (let distance = 0; distance <= width; distance++) {
    trace.push(new Map(reach));
    const next = new Map(reach);
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const down = reach.get(diagonal + 1) ?? -1;
      const right = reach.get(diagonal - 1) ?? -1;
      let x = diagonal === -distance || (diagonal !== distance && right < down) ? down : right + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) break search;
    }
    reach = next;
  }

  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let distance = trace.length - 1; distance >= 0; distance--) {
    const earlier = trace[distance] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = earlier.get(diagonal + 1) ?? -1;
    const right = earlier.get(diagonal - 1) ?? -1;
    const from = diagonal === -distance || (diagonal !== distance && right < down) ? diagonal + 1 : diagonal - 1;
    const fromX = earlier.get(from) ?? 0;
    const fromY = fromX - from;
    for (; x > fromX && y > fromY && x > 0 && y > 0; y--) edits.push({ kind: ' ', line: before[--x] ?? '' });
    if (distance === 0) break;
    if (x === fromX) edits.push({ kind: '+', line: after[--y] ?? '' });
    else edits.push({ kind: '-', line: before[--x] ?? '' });
  }
  return edits.reverse();
}
