import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatches, parsePatch } from '../../src/machineconfig/patch/patch.js';
import { worker } from './helpers.js';

function seconds(action: () => void): number {
  const start = process.hrtime.bigint();
  action();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

test('ten thousand lines of manifests are patched at once', () => {
  const body = Array.from({ length: 98 }, (_, line) => `        line${line}: value of the line\n`).join('');
  const manifests = Array.from({ length: 100 }, (_, at) => `    - name: m${at}\n      contents: |\n${body}`).join('');
  const config = `${worker}  inlineManifests:\n${manifests}`;
  const patches = [parsePatch('machine: {nodeLabels: {a: b}}\n', 'p')];
  assert.ok(seconds(() => applyPatches(config, patches)) < 2);
});

test('the time for many patches grows with their number', () => {
  const patches = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      parsePatch(`machine: {certSANs: [n${at}], nodeLabels: {l${at}: x}}\n`, `p${at}`),
    );
  const few = patches(100);
  const many = patches(800);
  applyPatches(worker, few);
  const unit = Math.max(
    seconds(() => applyPatches(worker, few)),
    0.002,
  );
  assert.ok(seconds(() => applyPatches(worker, many)) < unit * 8 * 6);
});
