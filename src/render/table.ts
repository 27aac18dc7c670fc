import { printableField } from '../errors/control-characters.js';

/** Where a table goes: a stream, or anything that takes text. */
export interface Sink {
  write(chunk: string): Promise<void>;
}

const usualGap = 3;

/** Columns as tables count them: one for each code point, wide characters too. */
function width(text: string): number {
  return surrogate.test(text) ? [...text].length : text.length;
}

/** Half of a code point that takes two places of a string. */
const surrogate = /[\ud800-\udfff]/;

/**
 * Sets the padded width of every cell of `rows[from…to)` in column `column` and to its right. A column holds as long as
 * consecutive rows reach past it; the last cell of a row belongs to no column.
 */
function measure(
  rows: readonly (readonly string[])[],
  widths: number[][],
  from: number,
  to: number,
  column: number,
  gap: number,
) {
  const reaches = (index: number) => (rows[index]?.length ?? 0) - 1 > column;
  let start = from;
  while (start < to) {
    if (!reaches(start)) {
      start += 1;
      continue;
    }
    let end = start;
    let widest = 0;
    while (end < to && reaches(end)) {
      widest = Math.max(widest, width(rows[end]?.[column] ?? ''));
      end += 1;
    }
    for (let index = start; index < end; index += 1) {
      widths[index]?.push(widest + gap);
    }
    measure(rows, widths, start, end, column + 1, gap);
    start = end;
  }
}

/**
 * Lays rows out in columns three blanks apart. The last cell of a row is not padded; a row with fewer cells ends the
 * columns it does not reach, so what follows is measured anew. Control characters in cells come out escaped.
 * @param gap blanks between columns, where three are not meant
 * @returns the lines with a newline each
 */
export function formatTable(rows: readonly (readonly string[])[], gap: number = usualGap): string {
  const cells = rows.map((row) => row.map(printableField));
  const widths: number[][] = cells.map(() => []);
  measure(cells, widths, 0, cells.length, 0, gap);
  const pad = (cell: string, padded: number | undefined): string =>
    padded === undefined ? cell : cell + ' '.repeat(padded - width(cell));
  return cells.map((row, at) => `${row.map((cell, column) => pad(cell, widths[at]?.[column])).join('')}\n`).join('');
}

/** Collects rows and writes them as one table at each flush; columns are measured from flush to flush. */
export class TableWriter {
  readonly #output: Sink;
  readonly #gap: number;
  #rows: (readonly string[])[] = [];

  constructor(output: Sink, gap: number = usualGap) {
    this.#output = output;
    this.#gap = gap;
  }

  row(cells: readonly string[]): void {
    this.#rows.push(cells);
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) {
      return;
    }
    const text = formatTable(this.#rows, this.#gap);
    this.#rows = [];
    await this.#output.write(text);
  }
}
