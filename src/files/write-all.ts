import type { FileHandle } from 'node:fs/promises';

/** Writes all of a piece at the file's place, however much of it the system takes at once. */
export async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.length; ) written += (await file.write(piece, written)).bytesWritten;
}
