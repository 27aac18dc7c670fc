/**
 * Puts small pieces together, since nodes send a kibibyte at a time and every write has its price. Pieces of `size` bytes
 * and more pass as they are.
 */
export async function* gather(
  pieces: AsyncIterable<Buffer>,
  size = 64 * 1024,
): AsyncGenerator<Buffer, void, undefined> {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    kept.push(piece);
    length += piece.length;
    if (length < size) continue;
    yield kept.length === 1 ? piece : Buffer.concat(kept, length);
    kept = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(kept, length);
}
