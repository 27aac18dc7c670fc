import { branch, bucket, bucketFlag, fnv1a, header, leaf, magic, meta, pageFlag, version } from './layout.js';
import type { Entry } from './reader.js';

const pageSize = 4096;
const firstFreePage = 2;

/** A bbolt database with these buckets. The entries of a bucket must be in the order of their keys. */
export function writeBolt(buckets: ReadonlyMap<string, Iterable<Entry>>): Buffer {
  const pages = new PageList();
  const names = [...buckets.keys()].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  const roots = names.map((name): Item => {
    const value = Buffer.alloc(bucket.size);
    value.writeBigUInt64LE(BigInt(pages.tree(items(buckets.get(name) ?? []))), bucket.root);
    return { key: Buffer.from(name), value, flags: bucketFlag };
  });
  const root = pages.tree(roots);
  const freelist = pages.add(pageFlag.freelist, 0, Buffer.alloc(0));
  const end = pages.next;
  return Buffer.concat([metaPage(0, root, freelist, end), metaPage(1, root, freelist, end), ...pages.list]);
}

interface Item extends Entry {
  readonly flags: number;
}

function* items(entries: Iterable<Entry>): Generator<Item, void, undefined> {
  for (const { key, value } of entries) yield { key, value, flags: 0 };
}

interface Placed {
  readonly key: Buffer;
  readonly page: number;
}

/** Pages as they are made, numbered one after the other. */
class PageList {
  readonly list: Buffer[] = [];
  next = firstFreePage;

  /** Writes a tree from its leaves up and gives the number of its first page. */
  tree(all: Iterable<Item>): number {
    let level = this.#leaves(all);
    while (level.length > 1) level = this.#branches(level);
    return level[0]?.page ?? this.add(pageFlag.leaf, 0, Buffer.alloc(0));
  }

  /** Adds a page, with as many more behind it as its content needs. */
  add(flags: number, count: number, content: Buffer): number {
    const number = this.next;
    const room = Math.max(1, Math.ceil((header.size + content.length) / pageSize));
    const page = Buffer.alloc(room * pageSize);
    page.writeBigUInt64LE(BigInt(number), header.id);
    page.writeUInt16LE(flags, header.flags);
    page.writeUInt16LE(count, header.count);
    page.writeUInt32LE(room - 1, header.overflow);
    content.copy(page, header.size);
    this.list.push(page);
    this.next += room;
    return number;
  }

  #leaves(all: Iterable<Item>): readonly Placed[] {
    return this.#fill(all, pageFlag.leaf, ({ key, value }) => leaf.size + key.length + value.length, leafContent);
  }

  #branches(level: readonly Placed[]): readonly Placed[] {
    return this.#fill(level, pageFlag.branch, ({ key }) => branch.size + key.length, branchContent);
  }

  /** Puts as many items on each page as fit, one at least. */
  #fill<T extends { readonly key: Buffer }>(
    all: Iterable<T>,
    flags: number,
    sizeOf: (item: T) => number,
    contentOf: (group: readonly T[]) => Buffer,
  ): readonly Placed[] {
    const placed: Placed[] = [];
    let group: T[] = [];
    let size = 0;
    const flush = (): void => {
      const [first] = group;
      if (first !== undefined) placed.push({ key: first.key, page: this.add(flags, group.length, contentOf(group)) });
      group = [];
      size = 0;
    };
    for (const item of all) {
      if (header.size + size + sizeOf(item) > pageSize) flush();
      group.push(item);
      size += sizeOf(item);
    }
    flush();
    return placed;
  }
}

function leafContent(group: readonly Item[]): Buffer {
  const elements = Buffer.alloc(group.length * leaf.size);
  let behind = elements.length;
  for (const [index, { key, value, flags }] of group.entries()) {
    const start = index * leaf.size;
    elements.writeUInt32LE(flags, start + leaf.flags);
    elements.writeUInt32LE(behind - start, start + leaf.position);
    elements.writeUInt32LE(key.length, start + leaf.keySize);
    elements.writeUInt32LE(value.length, start + leaf.valueSize);
    behind += key.length + value.length;
  }
  return Buffer.concat([elements, ...group.flatMap(({ key, value }) => [key, value])]);
}

function branchContent(group: readonly Placed[]): Buffer {
  const elements = Buffer.alloc(group.length * branch.size);
  let behind = elements.length;
  for (const [index, { key, page }] of group.entries()) {
    const start = index * branch.size;
    elements.writeUInt32LE(behind - start, start + branch.position);
    elements.writeUInt32LE(key.length, start + branch.keySize);
    elements.writeBigUInt64LE(BigInt(page), start + branch.page);
    behind += key.length;
  }
  return Buffer.concat([elements, ...group.map(({ key }) => key)]);
}

function metaPage(number: 0 | 1, root: number, freelist: number, end: number): Buffer {
  const page = Buffer.alloc(pageSize);
  page.writeBigUInt64LE(BigInt(number), header.id);
  page.writeUInt16LE(pageFlag.meta, header.flags);
  const fields = page.subarray(header.size);
  fields.writeUInt32LE(magic, meta.magic);
  fields.writeUInt32LE(version, meta.version);
  fields.writeUInt32LE(pageSize, meta.pageSize);
  fields.writeBigUInt64LE(BigInt(root), meta.root);
  fields.writeBigUInt64LE(BigInt(freelist), meta.freelist);
  fields.writeBigUInt64LE(BigInt(end), meta.pages);
  fields.writeBigUInt64LE(BigInt(number), meta.transaction);
  fields.writeBigUInt64LE(fnv1a(fields.subarray(0, meta.checksum)), meta.checksum);
  return page;
}
