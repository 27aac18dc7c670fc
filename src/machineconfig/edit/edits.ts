/** A replacement of a part of a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; those at the same place in the order given. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = edits.map((edit, at) => ({ edit, at }));
  ordered.sort((left, right) => left.edit.start - right.edit.start || left.at - right.at);
  let out = '';
  let done = 0;
  for (const { edit } of ordered) {
    out += text.slice(done, Math.max(edit.start, done)) + edit.text;
    done = Math.max(done, edit.end);
  }
  return out + text.slice(done);
}

/** Start of the line in which an offset lies. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset after the line break of the line in which an offset lies. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Lines, each indented by so many columns; empty ones stay empty. */
export function indentLines(text: string, columns: number): string {
  const padding = ' '.repeat(columns);
  return text.replace(/^(?=.)/gm, padding);
}
