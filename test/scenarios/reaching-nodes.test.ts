import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSim, until } from '../helpers/sim.js';
import { CapturedOutput } from '../helpers/streams.js';

test('whom one can reach: through endpoints, by address and name, with which role', async (t) => {
  const sim = await startSim(t, { controlPlanes: 2, workers: 1 });
  const [first = '', second = '', worker = ''] = sim.nodes;
  await sim.configure();
  const refused = async (words: readonly string[], expected: RegExp) => {
    const { code, stderr } = await sim.run(words);
    assert.equal(code, 1);
    assert.match(stderr, expected);
    assert.doesNotMatch(stderr, /^\s+at /m);
  };

  await t.test('every control plane node joins etcd', async () => {
    const members = await sim.ok(['get', 'etcdmember', '-n', `${first},${second}`]);
    assert.equal(members.trim().split('\n').length, 3);
  });

  await t.test('a node is known by its name, too', async () => {
    assert.match(await sim.ok(['-n', 'demo-worker-1', 'version']), /NODE: +demo-worker-1/);
    await refused(['-n', 'nosuch', 'version'], /nosuch/);
  });

  await t.test('a worker answers for itself and forwards nothing', async () => {
    await sim.ok(['-e', worker, '-n', worker, 'version']);
    await refused(['-e', worker, '-n', first, 'version'], /PermissionDenied|forward/);
  });

  await t.test('a dead endpoint is passed over while another lives', async () => {
    await sim.machine(0).cut();
    assert.match(await sim.ok(['-n', second, 'version']), new RegExp(`NODE: +${second}`));
    await refused(['-n', first, 'version'], /connection refused|cannot/);
    const mixed = await sim.run(['-n', `${first},${second}`, 'version']);
    assert.match(mixed.stdout, new RegExp(`NODE: +${second}`));
    assert.match(mixed.stderr, new RegExp(first));
    sim.machine(0).powerOn();
    await until('the first node to be back', () => sim.machine(0).runtime?.ready === true);
  });

  await t.test('a role decides what may be done', async () => {
    await sim.ok(['config', 'new', 'reader', '--roles', 'os:reader']);
    const asReader = ['--talosconfig', 'reader', '-e', first, '-n', first];
    await sim.ok([...asReader, 'services']);
    await refused([...asReader, 'get', 'mc'], /PermissionDenied|not authorized|role/);
    await refused([...asReader, 'service', 'kubelet', 'restart'], /PermissionDenied|not authorized|role/);
    await refused(
      [...asReader, 'patch', 'mc', '-p', '{"machine":{"env":{"A":"b"}}}'],
      /PermissionDenied|not authorized|role/,
    );
  });

  await t.test('services are started, stopped and restarted where that is allowed', async () => {
    assert.match(await sim.ok(['-n', worker, 'service', 'kubelet', 'stop']), /Service "kubelet" stopped/);
    assert.match(await sim.ok(['-n', worker, 'services']), /kubelet +Finished/);
    assert.match(await sim.ok(['-n', worker, 'service', 'kubelet', 'start']), /Service "kubelet" started/);
    await until('kubelet to run', async () => /kubelet +Running +OK/.test(await sim.ok(['-n', worker, 'services'])));
    await refused(['-n', first, 'service', 'trustd', 'stop'], /doesn't support stop/);
    await refused(['-n', first, 'service', 'nosuch', 'start'], /nosuch/);
  });

  await t.test('a stream from a node that goes down ends with a reason', async () => {
    const stdout = new CapturedOutput();
    const follow = sim.run(['-n', worker, 'logs', '-f', 'kubelet', '--reconnect-timeout', '1s'], { stdout });
    await until('the first lines', () => stdout.text.includes('\n'));
    await sim.machine(2).cut();
    const { code, stderr } = await follow;
    assert.equal(code, 1);
    assert.match(stderr, /trying again until it is back\n.*cannot reach node/s);
  });
});

test('a cluster does not talk to clients and nodes of another', async (t) => {
  const [sim, other] = await Promise.all([startSim(t, { workers: 0 }), startSim(t, { workers: 0 })]);
  await Promise.all([sim.configure(), other.configure()]);
  const [node = ''] = other.nodes;
  const { code, stderr } = await sim.run(['-e', node, '-n', node, 'version']);
  assert.equal(code, 1);
  assert.match(stderr, /CA/);
});
