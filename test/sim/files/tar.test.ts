import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTar } from '../../../src/files/tar-reader.js';
import { tarHeader } from '../../../src/sim/files/tar.js';
import { inPieces } from '../../helpers/tar.js';

test('names of any length are packed', async () => {
  for (const length of [1, 99, 100, 101, 155, 256, 300, 5000]) {
    const name = `${'d'.repeat(length)}/f`;
    const header = tarHeader({ name, mode: 0o644, modified: new Date(0) });
    assert.equal(header.length % 512, 0);
    for await (const entry of readTar(inPieces(header, 512))) assert.equal(entry.name, name);
  }
});
