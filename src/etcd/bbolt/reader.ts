import { TalosctlError } from '../../errors/errors.js';
import type { RandomAccess } from './file.js';
import { branch, bucket, bucketFlag, fnv1a, header, leaf, magic, meta, pageFlag, version } from './layout.js';

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** A bucket and its entries, in the order of their keys; those of one page come together. */
export interface Bucket {
  readonly name: Buffer;
  pages(): AsyncIterable<readonly Entry[]>;
}

interface LeafElement extends Entry {
  readonly isBucket: boolean;
}

const usualPageSizes = [4096, 8192, 16384, 65536, 1024, 2048, 32768];
const deepest = 64;

/** A bbolt database in a file. Everything it reads is checked; what does not fit fails with TalosctlError. */
export class BoltReader {
  readonly #file: RandomAccess;
  readonly #pageSize: number;
  readonly #root: number;
  /** Pages of the file. */
  readonly #pages: number;

  private constructor(file: RandomAccess, found: MetaPage) {
    this.#file = file;
    this.#pageSize = found.pageSize;
    this.#root = found.root;
    this.#pages = found.pages;
  }

  static async open(file: RandomAccess): Promise<BoltReader> {
    const first = readMeta(await file.read(0, header.size + meta.size));
    const candidates = first === undefined ? usualPageSizes : [first.pageSize];
    let newest = first;
    for (const size of candidates) {
      const second = readMeta(await file.read(size, header.size + meta.size));
      if (second?.pageSize !== size) continue;
      if (newest === undefined || second.transaction > newest.transaction) newest = second;
    }
    if (newest === undefined) throw broken('it has no valid meta page');
    return new BoltReader(file, newest);
  }

  /** Bytes that the database takes. */
  get size(): number {
    return this.#pages * this.#pageSize;
  }

  /** The buckets at the top, in the order of their names. */
  async *buckets(): AsyncGenerator<Bucket, void, undefined> {
    for await (const elements of this.#leaves(this.#root)) {
      for (const { key, value, isBucket } of elements) {
        if (!isBucket) throw broken(`there is a key outside of all buckets: ${JSON.stringify(key.toString())}`);
        yield { name: Buffer.from(key), pages: () => this.#bucket(value) };
      }
    }
  }

  async *#bucket(value: Buffer): AsyncGenerator<readonly Entry[], void, undefined> {
    if (value.length < bucket.size) throw broken('a bucket is cut short');
    const root = Number(value.readBigUInt64LE(bucket.root));
    if (root === 0) yield leafElements(value.subarray(bucket.size));
    else yield* this.#leaves(root);
  }

  /** The leaf pages of a tree, from the first key to the last. */
  async *#leaves(root: number): AsyncGenerator<readonly LeafElement[], void, undefined> {
    let last: Buffer | undefined;
    for await (const page of this.#descend(root, 0)) {
      const elements = leafElements(page);
      for (const { key } of elements) {
        if (last !== undefined && last.compare(key) >= 0) throw broken('its keys are not in order');
        last = key;
      }
      last = last === undefined ? undefined : Buffer.from(last);
      yield elements;
    }
  }

  async *#descend(number: number, depth: number): AsyncGenerator<Buffer, void, undefined> {
    if (depth > deepest) throw broken(`its pages lead in a circle (page ${number})`);
    const page = await this.#page(number);
    switch (page.readUInt16LE(header.flags)) {
      case pageFlag.leaf:
        yield page;
        return;
      case pageFlag.branch:
        for (const child of children(page)) yield* this.#descend(child, depth + 1);
        return;
      default:
        throw broken(`page ${number} is of an unexpected kind`);
    }
  }

  async #page(number: number): Promise<Buffer> {
    if (number < 2 || number >= this.#pages) throw broken(`there is no page ${number}`);
    const page = await this.#file.read(number * this.#pageSize, this.#pageSize);
    if (page.length < this.#pageSize) throw broken(`the file ends before page ${number}`);
    if (page.readBigUInt64LE(header.id) !== BigInt(number)) throw broken(`page ${number} is not in its place`);
    const overflow = page.readUInt32LE(header.overflow);
    if (overflow === 0) return page;
    if (number + overflow >= this.#pages) throw broken(`page ${number} is larger than the file`);
    return this.#file.read(number * this.#pageSize, (overflow + 1) * this.#pageSize);
  }
}

interface MetaPage {
  readonly pageSize: number;
  readonly root: number;
  readonly pages: number;
  readonly transaction: bigint;
}

function readMeta(page: Buffer): MetaPage | undefined {
  if (page.length < header.size + meta.size) return undefined;
  const fields = page.subarray(header.size);
  if (fields.readUInt32LE(meta.magic) !== magic || fields.readUInt32LE(meta.version) !== version) return undefined;
  if (fields.readBigUInt64LE(meta.checksum) !== fnv1a(fields.subarray(0, meta.checksum))) return undefined;
  return {
    pageSize: fields.readUInt32LE(meta.pageSize),
    root: Number(fields.readBigUInt64LE(meta.root)),
    pages: Number(fields.readBigUInt64LE(meta.pages)),
    transaction: fields.readBigUInt64LE(meta.transaction),
  };
}

function leafElements(page: Buffer): readonly LeafElement[] {
  if (page.length < header.size) throw broken('a page is cut short');
  const elements: LeafElement[] = [];
  for (let index = 0; index < page.readUInt16LE(header.count); index++) {
    const element = elementAt(page, index, leaf.size);
    const keySize = element.readUInt32LE(leaf.keySize);
    const key = part(element, element.readUInt32LE(leaf.position), keySize);
    const value = part(element, element.readUInt32LE(leaf.position) + keySize, element.readUInt32LE(leaf.valueSize));
    elements.push({ key, value, isBucket: (element.readUInt32LE(leaf.flags) & bucketFlag) !== 0 });
  }
  return elements;
}

function children(page: Buffer): readonly number[] {
  const count = page.readUInt16LE(header.count);
  return Array.from({ length: count }, (_, index) =>
    Number(elementAt(page, index, branch.size).readBigUInt64LE(branch.page)),
  );
}

/** The page from an element on. */
function elementAt(page: Buffer, index: number, size: number): Buffer {
  const start = header.size + index * size;
  if (start + size > page.length) throw broken('a page is cut short');
  return page.subarray(start);
}

function part(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw broken('a key reaches beyond its page');
  return bytes.subarray(start, start + length);
}

function broken(why: string): TalosctlError {
  return new TalosctlError(`the database is damaged: ${why}`);
}
