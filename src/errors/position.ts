import type { Position } from './errors.js';

/** `talosconfig, line 4, column 7`, the way every message names a place in a file; `-` is standard input. */
export function formatPosition(position: Position): string {
  const place = `line ${position.line}, column ${position.column}`;
  return position.file === undefined ? place : `${formatFile(position.file)}, ${place}`;
}

/** The file's name for messages. */
export function formatFile(file: string): string {
  return file === '-' ? 'standard input' : file;
}
