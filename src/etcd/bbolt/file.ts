import type { FileHandle } from 'node:fs/promises';

const blockSize = 64 * 1024;
const blocksKept = 32;

/** Reads pieces of a file anywhere in it. What was read last is kept, since neighbours are often asked for next. */
export class RandomAccess {
  readonly #file: FileHandle;
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** `length` bytes from `start` on; fewer where the file ends. */
  async read(start: number, length: number): Promise<Buffer> {
    const first = Math.floor(start / blockSize);
    const last = Math.floor((start + length - 1) / blockSize);
    const parts: Buffer[] = [];
    for (let index = first; index <= last; index++) parts.push(await this.#block(index));
    const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    const from = start - first * blockSize;
    return whole.subarray(from, from + length);
  }

  #block(index: number): Promise<Buffer> {
    const block = this.#blocks.get(index) ?? this.#load(index);
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= blocksKept) break;
      this.#blocks.delete(oldest);
    }
    return block;
  }

  async #load(index: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(blockSize);
    const { bytesRead } = await this.#file.read(buffer, 0, blockSize, index * blockSize);
    return buffer.subarray(0, bytesRead);
  }
}
