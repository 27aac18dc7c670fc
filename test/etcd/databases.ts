import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Entry } from '../../src/etcd/bbolt/reader.js';
import { writeBolt } from '../../src/etcd/bbolt/writer.js';
import { encodeKeyValue } from '../../src/etcd/key-value.js';
import { formatRevisionKey } from '../../src/etcd/revision.js';

/** A change to a key of etcd: its new value, or undefined where it is deleted. */
export type Change = readonly [key: string, value: string | Buffer | undefined];

/** etcd's bucket of changes, numbered from revision 2 on. */
export function changeEntries(changes: readonly Change[]): readonly Entry[] {
  return changes.map(([key, value], index) => {
    const revision = BigInt(index + 2);
    const name = formatRevisionKey(revision);
    const record = { key: Buffer.from(key), createRevision: 2n, modRevision: revision, version: 1n };
    return {
      key: value === undefined ? Buffer.concat([name, Buffer.from('t')]) : name,
      value: encodeKeyValue({ ...record, value: Buffer.from(value ?? '') }),
    };
  });
}

export function database(changes: readonly Change[]): Buffer {
  return writeBolt(
    new Map<string, readonly Entry[]>([
      ['key', changeEntries(changes)],
      ['alarm', []],
      ['meta', [{ key: Buffer.from('term'), value: Buffer.from('2') }]],
    ]),
  );
}

/** A file with this content, opened for reading and gone after the test. */
export async function openedFile(t: Pick<TestContext, 'after'>, content: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-etcd-'));
  const path = join(folder, 'db');
  await writeFile(path, content);
  const file = await open(path);
  t.after(async () => {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  });
  return file;
}
