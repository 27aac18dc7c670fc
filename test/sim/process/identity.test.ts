import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { processBegan } from '../../../src/sim/process/identity.js';
import { until } from '../../helpers/sim.js';

test('one that has ended does not run, though nobody has asked for its end', {
  skip: existsSync('/proc/self/stat') ? false : 'this system has no /proc',
}, async (t) => {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
  t.after(() => parent.kill('SIGKILL'));
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number(said.toString());
  await until('the child to end', async () => (await processBegan(child)) === undefined);
  assert.ok(existsSync(`/proc/${child}`), 'its number is kept');
});
