import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeConfig } from '../../src/machineconfig/decode/decode.js';
import type { Problem } from '../../src/machineconfig/document.js';
import { encodeConfig } from '../../src/machineconfig/encode/encode.js';
import { ConfigError } from '../../src/machineconfig/errors.js';
import { applyPatches, parsePatch } from '../../src/machineconfig/patch/patch.js';
import { patch, reencode, worker } from './helpers.js';
import { RandomConfig, randomNumbers } from './random.js';

const text = (...documents: unknown[]) => documents.map((document) => JSON.stringify(document)).join('\n---\n');

/** Runs the check for many seeds; a failure names the seed. */
function forSeeds(name: string, count: number, check: (random: RandomConfig, seed: number) => void): void {
  test(name, () => {
    for (let seed = 1; seed <= count; seed++) {
      try {
        check(new RandomConfig(seed), seed);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  });
}

describe('properties', () => {
  forSeeds('decoding what was encoded gives the same', 150, (random) => {
    const config = decodeConfig(text(random.document(random.kind(), 0.5)));
    const once = encodeConfig(config);
    assert.equal(reencode(once), once);
    assert.equal(reencode(encodeConfig(config, { comments: true, examples: true })), once);
  });

  forSeeds('merging nothing, or the header alone, changes nothing', 200, (random) => {
    const kind = random.kind();
    const config = text(random.document(kind, 0.5));
    assert.equal(patch(config, ['{}']), config);
    if (kind.apiVersion === '') assert.equal(patch(config, ['machine: {}\n']), reencode(config));
  });

  forSeeds('merging into nothing gives the patch', 200, (random) => {
    const kind = random.kind();
    const added = text(random.document(kind, 0.5));
    const other = 'apiVersion: v1alpha1\nkind: StaticHostConfig\nname: 192.0.2.9\n';
    const both =
      kind.apiVersion === ''
        ? `${reencode(added)}---\n${reencode(other)}`
        : `${reencode(other)}---\n${reencode(added)}`;
    assert.equal(patch(other, [added]), both);
  });

  forSeeds('a merge is what applying the fields one by one gives', 200, (random) => {
    const kind = random.kind();
    const base = text(random.document(kind, 0.4));
    const { apiVersion, kind: name, version, ...fields } = random.document(kind, 0.4);
    const header = kind.apiVersion === '' ? {} : { apiVersion, kind: name, ...(kind.named ? { name: 'one' } : {}) };
    // Fields that a patch clears by leaving them out are the one exception.
    const clears = (value: unknown) => /selector|match|minSize|Expression/i.test(JSON.stringify(value));
    if (clears(base) || clears(fields)) return;
    const parts = Object.entries(fields).map(([key, value]) => text({ ...header, [key]: value }));
    assert.equal(
      patch(base, parts.length === 0 ? [text(header)] : parts),
      patch(base, [text({ ...header, ...fields })]),
    );
  });

  forSeeds('editing in place means the same as writing anew', 150, (random) => {
    const kind = random.kind();
    const base = reencode(text(random.document(kind, 0.5)));
    const change = text(random.document(kind, 0.3));
    const edited = applyPatches(base, [parsePatch(change, 'p')], { keepComments: true });
    assert.equal(reencode(edited.text), patch(base, [change]));
  });

  test('whatever the text, decoding and patching end in success or a located problem', () => {
    const configs = Array.from({ length: 100 }, (_, seed) => {
      const random = new RandomConfig(seed);
      return reencode(text(random.document(random.kind(), 0.4)));
    });
    const start = Date.now();
    for (let seed = 1; seed <= 10_000; seed++) {
      const next = randomNumbers(seed);
      let config = configs[seed % configs.length] ?? '';
      for (let changes = 0; changes < 3; changes++) config = mutate(config, next);
      assertEnds(() => decodeConfig(config, { file: 'c.yaml' }), config);
      assertEnds(() => applyPatches(worker, [parsePatch(config, 'c.yaml')]), config);
    }
    assert.ok(Date.now() - start < 60_000);
  });
});

const pieces = [
  ' ',
  '\n',
  '\t',
  ':',
  '- ',
  '"',
  "'",
  '|\n',
  '>',
  '{',
  '}',
  '[',
  ']',
  ',',
  '&a ',
  '*a',
  '!!int ',
  '#',
  '---\n',
  '<<: ',
  '%',
  '\\',
  'é',
  '\u0000',
  '~',
  '? ',
  '$patch: delete\n',
];

function mutate(value: string, next: () => number): string {
  const at = Math.floor(next() * value.length);
  const piece = pieces[Math.floor(next() * pieces.length)] ?? '';
  if (next() < 0.6) return value.slice(0, at) + piece + value.slice(at);
  return value.slice(0, at) + value.slice(at + 1 + Math.floor(next() * 8));
}

function assertEnds(action: () => unknown, input: string): void {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${String(error)} for ${JSON.stringify(input)}`);
    for (const problem of error.problems) assertLocated(problem, input);
  }
}

function assertLocated({ position, message }: Problem, input: string): void {
  assert.ok(position !== undefined && position.line >= 1, `${message} has no place in ${JSON.stringify(input)}`);
}
