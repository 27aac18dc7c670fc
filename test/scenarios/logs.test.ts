import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSim, until } from '../helpers/sim.js';

test('logs and dmesg are followed over the reboot of a worker and of the endpoint itself', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [controlPlane = '', worker = ''] = sim.nodes;
  const abort = new AbortController();
  const nodes = ['-n', `${worker},${controlPlane}`];
  const followed = [
    sim.run([...nodes, 'logs', '-f', 'kubelet', 'cri', '--tail', '1'], { signal: abort.signal }),
    sim.run([...nodes, 'dmesg', '-f', '--tail'], { signal: abort.signal }),
  ];
  for (const [index, address] of [worker, controlPlane].entries()) {
    const machine = sim.machine(index === 0 ? 1 : 0);
    const before = machine.runtime?.bootId;
    await sim.ok(['-n', address, 'reboot', '--wait=false']);
    await until('the machine to be back', () => machine.runtime?.ready === true && machine.runtime.bootId !== before);
  }
  // Lost connections are taken up within five seconds.
  await new Promise((resolve) => setTimeout(resolve, 5500));
  abort.abort();
  const [logs, dmesg] = await Promise.all(followed);
  assert.ok(logs !== undefined && dmesg !== undefined);
  assert.deepEqual([logs.code, dmesg.code], [0, 0], logs.stderr + dmesg.stderr);
  for (const [index, address] of [worker, controlPlane].entries()) {
    const { runtime } = sim.machine(index === 0 ? 1 : 0);
    for (const id of ['kubelet', 'cri']) {
      const lines = linesOf(logs.stdout, `${address}: ${id}: `);
      const anew = textOf(runtime?.logs.find(id)?.content());
      assert.ok(
        anew.length > 1 && lines.length > anew.length,
        `lines of both boots: ${anew.length} of ${lines.length}: ${lines.join('|')}`,
      );
      assert.deepEqual(lines.slice(-anew.length), anew, `${address} ${id}`);
      assert.match(logs.stderr, new RegExp(`^${address}: ${id}: .*; trying again until it is back$`, 'm'));
    }
    const kernel = linesOf(dmesg.stdout, `${address}: `);
    assert.equal(
      kernel.filter((line) => line.includes('Linux version')).length,
      1,
      'the new boot from its start, once',
    );
    assert.ok(kernel.some((line) => line.includes('reboot: Restarting system')) || address === controlPlane);
  }
});

test('containers of Kubernetes have logs of their own, sandboxes have none', async (t) => {
  const sim = await startSim(t, { workers: 0 });
  await sim.configure();
  const list = await sim.ok(['containers', '-k', '-o', 'json']);
  const ids = [...list.matchAll(/"id": *"([^"]*kube-apiserver[^"]*)"/g)].map(([, id = '']) => id);
  const container = ids.find((id) => id.includes(':')) ?? '';
  const log = await sim.ok(['logs', '-k', container]);
  assert.match(log, /^\S+: \S+Z stderr F I\d{4} .* Serving securely on \[::\]:6443$/m);
  assert.equal(
    await sim.ok(['logs', '-k', container, '--tail', '1']),
    `${log.trimEnd().split('\n').slice(-1).join()}\n`,
  );
  const { code, stderr } = await sim.run(['logs', '-k', ids.find((id) => !id.includes(':')) ?? '']);
  assert.deepEqual([code, stderr], [1, 'no log available (Unknown)\n']);
  assert.ok(!(await sim.ok(['__complete', 'logs', ''])).includes('kube-apiserver'));
});

function linesOf(text: string, prefix: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length));
}

function textOf(content: Buffer | undefined): readonly string[] {
  return (content?.toString() ?? '').trimEnd().split('\n');
}
