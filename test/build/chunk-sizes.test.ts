import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type Loaded, loadedByCommands, type Metafile } from '../../src/build/chunk-graph.js';
import { distFolder } from '../helpers/program.js';

/** Growth that passes: 10 %. */
const tolerance = 1.1;
const howToAccept = 'If that is meant, `npm run sizes` writes the present sizes down.';

let recorded: Readonly<Record<string, Loaded>> = {};
let present: ReadonlyMap<string, Loaded> = new Map();

before(async () => {
  recorded = JSON.parse(await readFile(new URL('chunk-sizes.json', import.meta.url), 'utf8')) as typeof recorded;
  present = loadedByCommands(JSON.parse(await readFile(join(distFolder, 'meta.json'), 'utf8')) as Metafile);
});

test('no command loads much more than was written down', (t) => {
  const grown: string[] = [];
  const note = (words: string, what: string, before: number, now: number): void => {
    const change = `talosctl ${words}: ${what} ${before} kB before, ${now} kB now`;
    if (now > before * tolerance) grown.push(change);
    else if (now * tolerance < before) t.diagnostic(`smaller, to be kept with \`npm run sizes\`: ${change}`);
  };
  for (const [words, [start, most]] of present) {
    const [startBefore, mostBefore] = recorded[words] ?? [start, most];
    note(words, 'loaded at its start', startBefore, start);
    note(words, 'loaded at the most', mostBefore, most);
  }
  assert.ok(grown.length === 0, `${grown.join('\n')}\n${howToAccept}`);
});

test('the sizes that are written down are those of the commands there are', () => {
  assert.deepEqual(Object.keys(recorded).sort(), [...present.keys()].sort(), howToAccept);
});

test('what a command may load holds its start, and not the other commands', () => {
  const sum = [...present.values()].reduce((total, [start, most]) => {
    assert.ok(start <= most);
    return total + most;
  }, 0);
  const [start = 0, most = 0] = present.get('cluster serve') ?? [];
  assert.ok(start < 100 && most > 1000, 'the simulated nodes are loaded only when they are served');
  assert.ok(sum / present.size < most / 2, 'other commands do not load them');
});
