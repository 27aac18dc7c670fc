import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
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

test('a process that still holds its ports has not ended', async (t) => {
  // Much memory, so that its threads do not end all at once.
  const code = `const held = Buffer.alloc(1e8, 1);
    require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port, held[0]); });`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  while ((await processBegan(child.pid ?? 0)) !== undefined);
  const server = createServer().listen(Number.parseInt(said.toString(), 10), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
