import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBash, runProgram } from '../helpers/program.js';

test('the process of a simulated cluster does not hold the pipes of the command that starts it', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-pipe-'));
  const env = { HOME: home };
  t.after(async () => {
    await runProgram(['cluster', 'destroy', '--name', 'pipe'], { env });
    await rm(home, { recursive: true, force: true });
  });
  // The time at which the program ends stands before that at which the pipe does.
  const { code, stdout, stderr } = await runBash(
    `{ talosctl cluster create sim --name pipe --workers 0 --maintenance --time-scale 0 2>&1; date +%s%N; } | cat
    date +%s%N`,
    { env },
  );
  assert.equal(code, 0, stderr);
  const lines = stdout.trim().split('\n');
  const [ended, closed] = lines.slice(-2).map((line) => Number(BigInt(line) / 1_000_000n));
  assert.match(stdout, /maintenance/, 'the cluster runs');
  assert.ok(
    Number(closed) - Number(ended) < 1000,
    `${Number(closed) - Number(ended)} ms between the end and the close`,
  );
  const show = await runProgram(['cluster', 'show', '--name', 'pipe'], { env });
  assert.match(show.stdout, /running \(PID \d+\)/);
});
