import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TalosctlError } from '../../src/errors/errors.js';
import { extractFile, readTarGz } from '../../src/files/tar-gz.js';
import { readTar, type TarEntry } from '../../src/files/tar-reader.js';
import { tarHeader, tarPadding } from '../../src/sim/files/tar.js';
import { inPieces, tar, tarGz, withChecksum } from '../helpers/tar.js';

type Seen = Omit<TarEntry, 'content'> & { readonly text: string };

async function readAll(entries: AsyncIterable<TarEntry>): Promise<Seen[]> {
  const all: Seen[] = [];
  for await (const { content, ...entry } of entries) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    all.push({ ...entry, text: Buffer.concat(pieces).toString() });
  }
  return all;
}

const sample = tar(
  { name: 'etc/', kind: 'folder', mode: 0o755 },
  { name: 'etc/hosts', text: 'x'.repeat(1000) },
  { name: 'etc/link', kind: 'link', linkTarget: 'hosts' },
  { name: 'empty' },
  { name: 'dev', kind: 'block' },
);

test('entries come as they are, wherever the bytes are torn', async () => {
  for (const size of [1, 7, 512, 100_000]) {
    const all = await readAll(readTar(inPieces(sample, size)));
    assert.deepEqual(
      all.map(({ name, kind, mode, text, linkName }) => [name, kind, mode, text.length, linkName]),
      [
        ['etc/', 'folder', 0o755, 0, ''],
        ['etc/hosts', 'file', 0o644, 1000, ''],
        ['etc/link', 'symlink', 0o644, 0, 'hosts'],
        ['empty', 'file', 0o644, 0, ''],
        ['dev', 'special', 0o644, 0, ''],
      ],
    );
  }
});

test('content that nobody reads is passed over', async () => {
  const names: string[] = [];
  for await (const { name } of readTar(inPieces(sample, 100))) names.push(name);
  assert.deepEqual(names, ['etc/', 'etc/hosts', 'etc/link', 'empty', 'dev']);
});

test('long names of every kind', async () => {
  const split = `${'d'.repeat(120)}/${'f'.repeat(90)}`;
  const pax = `${'ä'.repeat(200)}/${'f'.repeat(120)}`;
  const modern = tar({ name: split }, { name: pax, kind: 'link', linkTarget: 't'.repeat(150) });
  const [first, second] = await readAll(readTar(inPieces(modern, 600)));
  assert.equal(first?.name, split);
  assert.deepEqual([second?.name, second?.linkName], [pax, 't'.repeat(150)]);

  const gnu = `${'g'.repeat(300)}/file`;
  const old = Buffer.concat([
    tar({ name: '././@LongLink', type: 'L', text: `${gnu}\0` }).subarray(0, -1024),
    tar({ name: 'cut', text: 'content' }),
  ]);
  assert.deepEqual(
    (await readAll(readTar(inPieces(old, 512)))).map(({ name, text }) => [name, text]),
    [[gnu, 'content']],
  );
});

test('sizes beyond octal digits, and those of extended headers', async () => {
  const binary = tarHeader({ name: 'big', mode: 0o644, modified: new Date(0), size: 0 });
  binary.fill(0, 124, 136);
  binary.writeUInt8(0x80, 124);
  binary.writeUInt32BE(3, 132);
  const record = '10 size=3\n';
  const extended = Buffer.concat([
    tar({ name: 'x', type: 'x', text: record }).subarray(0, -1024),
    tarHeader({ name: 'y', mode: 0o644, modified: new Date(0) }),
  ]);
  for (const header of [withChecksum(binary), extended]) {
    const archive = Buffer.concat([header, Buffer.from('abc'), tarPadding(3)]);
    assert.deepEqual(
      (await readAll(readTar(inPieces(archive, 512)))).map(({ text }) => text),
      ['abc'],
    );
  }
});

const damaged: Readonly<Record<string, readonly [archive: Buffer, message: RegExp]>> = {
  'an archive that ends within a file': [sample.subarray(0, 1200), /broken: it ends within "etc\/hosts"/],
  'an archive that ends within a header': [sample.subarray(0, 700), /broken: it ends within a header/],
  'a header that was changed': [Buffer.concat([Buffer.from('X'), sample.subarray(1)]), /a header in it is damaged/],
  'an extended header without sense': [tar({ name: 'x', type: 'x', text: '99 path=a\n' }), /a header in it is damaged/],
  'a size that is no number': [
    tar({ name: 'x', type: 'x', text: '12 size=-5x\n' }, { name: 'y' }),
    /a header in it is damaged/,
  ],
  'a name without end': [
    withChecksum(
      (() => {
        const header = tarHeader({ name: 'x', mode: 0, modified: new Date(0), size: 2 ** 30 });
        header.write('L', 156);
        return header;
      })(),
    ),
    /a name in it is too long/,
  ],
  'no archive at all': [Buffer.alloc(512, 'no'), /a header in it is damaged/],
};

for (const [what, [archive, message]] of Object.entries(damaged)) {
  test(`refused: ${what}`, async () => {
    await assert.rejects(readAll(readTar(inPieces(archive, 300))), (error) => {
      assert.ok(error instanceof TalosctlError);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('an archive without its end is taken as it is', async () => {
  const open = tar({ name: 'a', text: 'A' }).subarray(0, 513);
  assert.deepEqual(
    (await readAll(readTar(inPieces(open, 512)))).map(({ text }) => text),
    ['A'],
  );
});

test('gzip around it: broken and cut short', async () => {
  const good = tarGz({ name: 'a', text: 'A' });
  assert.equal((await extractFile(good, 'a')).toString(), 'A');
  await assert.rejects(extractFile(good, 'b'), /has no file b/);
  await assert.rejects(extractFile(Buffer.from('<html>'), 'a'), /no \.tar\.gz archive/);
  const long = tarGz({ name: 'a', text: Array.from({ length: 50_000 }, (_, index) => String(index)).join() });
  await assert.rejects(readAll(readTarGz(inPieces(long.subarray(0, 50_000), 1000))), /no \.tar\.gz archive/);
});

test('what the source fails with comes through', async () => {
  const failure = new RangeError('the node is gone');
  const source = async function* (): AsyncGenerator<Buffer, void, undefined> {
    yield tarGz({ name: 'a', text: 'A' }).subarray(0, 20);
    throw failure;
  };
  await assert.rejects(readAll(readTarGz(source())), failure);
});

test('a reader that leaves stops the source', async () => {
  let left = false;
  const source = async function* (): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield tar({ name: 'a', text: 'A' }).subarray(0, -1024);
      for (;;) yield Buffer.alloc(512, 1);
    } finally {
      left = true;
    }
  };
  for await (const _ of readTar(source())) break;
  assert.ok(left);
});
