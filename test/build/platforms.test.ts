import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { platforms } from '../../src/build/bun.js';
import { root } from '../../src/build/bundle-options.js';

test('the lock file names Bun for every platform of a release, all of one version, with hashes', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string } | undefined>>;
  };
  const locked = platforms.map(({ bun }) => packages[`node_modules/${bun}`]);
  for (const [at, { bun }] of platforms.entries()) assert.match(locked[at]?.integrity ?? '', /^sha512-/, bun);
  assert.equal(new Set(locked.map((each) => each?.version)).size, 1);
});
