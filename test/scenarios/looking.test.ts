import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sim, startSim } from '../helpers/sim.js';

/** A line of a table as its cells. */
const cells = (line: string): readonly string[] => line.trim().split(/ {2,}/);
const rows = (stdout: string) => stdout.trimEnd().split('\n').slice(1).map(cells);

async function start(t: TestContext): Promise<Sim> {
  const sim = await startSim(t);
  await sim.configure();
  return sim;
}

test('the commands that look at a node agree with each other', async (t) => {
  const sim = await start(t);
  const [controlPlane = '', worker = ''] = sim.nodes;
  const both = `${controlPlane},${worker}`;
  const json = async (...words: readonly string[]) => JSON.parse(await sim.ok([...words, '-o', 'json']));

  await t.test('processes have the numbers of services and pods', async () => {
    const [{ processes }] = await json('processes');
    const pids = new Set(processes.map(({ pid }: { pid: number }) => pid));
    const [{ containers: own }] = await json('containers');
    const [{ containers: pods }] = await json('containers', '-k');
    assert.ok(own.length >= 2 && pods.length >= 6);
    for (const { id, pid } of [...own, ...pods]) assert.ok(pids.has(pid), `${id} has no process ${pid}`);
    const kubelet = processes.find(({ executable }: { executable: string }) => executable.endsWith('/kubelet'));
    assert.match(kubelet.args, /--node-ip=/);
    assert.equal(pids.size, processes.length);
  });

  await t.test('stats count what processes hold', async () => {
    const [{ stats }] = await json('stats');
    const [{ processes }] = await json('processes');
    for (const { id, memoryUsage } of stats) {
      const process = processes.find(({ executable }: { executable: string }) => executable === `/${id}`);
      assert.equal(memoryUsage, process.residentMemory, id);
    }
    const lines = rows(await sim.ok(['stats', '-k', '-n', both]));
    assert.deepEqual([...new Set(lines.map(([node]) => node))], [controlPlane, worker]);
  });

  await t.test('memory is that of the resource', async () => {
    const [{ meminfo }] = await json('memory');
    const total = await sim.ok(['get', 'memorystats', '-o', 'jsonpath={.spec.total}']);
    assert.equal(String(meminfo.memtotal), total.trim());
    assert.ok(meminfo.memfree > 0 && meminfo.memfree < meminfo.memavailable);
  });

  await t.test('mounts are those of the resources', async () => {
    const lines = rows(await sim.ok(['mounts']));
    assert.deepEqual(
      ['/var', '/system/state'].map((path) => lines.find((line) => line.at(-1) === path)?.[1]),
      ['/dev/sda6', '/dev/sda5'],
    );
  });

  await t.test('the clock is asked about where the configuration says', async () => {
    const [[, server]] = rows(await sim.ok(['time'])) as [readonly string[]];
    assert.equal(server, 'time.cloudflare.com');
    const patch = '{"machine": {"time": {"servers": ["ntp.example.org"]}}}';
    await sim.ok(['patch', 'mc', '-p', patch]);
    assert.equal(rows(await sim.ok(['time']))[0]?.[1], 'ntp.example.org');
    const nowhere = await sim.run(['time', '--check', 'nowhere.invalid']);
    assert.deepEqual([nowhere.code, nowhere.stdout], [1, '']);
    assert.match(nowhere.stderr, /no such host/);
  });

  await t.test('sockets belong to processes, and pods have networks of their own', async () => {
    const lines = rows(await sim.ok(['netstat', '-lp']));
    const at = (address: string) => lines.find((line) => line.includes(address))?.at(-1) ?? '';
    assert.match(at(':::6443'), /^\d+\/kube-apiserver$/);
    const [{ processes }] = await json('processes');
    const [pid = ''] = at(':::2379').split('/');
    assert.ok(
      processes.some(
        (process: { pid: number; args: string }) => process.pid === Number(pid) && process.args.includes('etcd'),
      ),
    );
    const pods = (await sim.ok(['__complete', 'netstat', ''])).split('\n').filter((line) => line.includes('coredns'));
    const [pod = ''] = pods;
    const inPod = await sim.ok(['netstat', '-a', pod]);
    assert.match(inPod, /:::53 +:::\*/);
    assert.ok(!inPod.includes(':::6443'));
    assert.ok((await sim.ok(['ss', '-ka'])).includes(pod));
  });

  await t.test('events tell how the machine came up, and the reader may see them', async () => {
    const abort = new AbortController();
    const reading = sim.run(['events', '--tail=-1', '-o', 'json'], { signal: abort.signal });
    await sleep(300);
    abort.abort();
    const { code, stdout } = await reading;
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(code, 0);
    const sequences = events
      .filter(({ type }) => type === 'SequenceEvent')
      .map(({ event }) => `${event.sequence} ${event.action}`);
    assert.deepEqual(sequences.slice(0, 2), ['initialize START', 'initialize STOP']);
    assert.ok(events.some(({ type, event }) => type === 'MachineStatusEvent' && event.status.ready));
  });

  await t.test('control groups hold all processes but the kernel’s, once', async () => {
    const { cgroups } = await json('cgroups');
    const [{ processes }] = await json('processes');
    const placed = cgroups.flatMap((group: Record<string, unknown>) => group['cgroup.procs'] ?? []);
    const pids = processes.map(({ pid }: { pid: number }) => pid);
    assert.deepEqual(
      placed.toSorted((a: number, b: number) => a - b),
      pids.toSorted((a: number, b: number) => a - b),
    );
    const table = await sim.ok(['cgroups', '--preset', 'memory', '-n', worker]);
    assert.match(table, /├──podruntime/);
    assert.doesNotMatch(table, /etcd/);
    assert.match(await sim.ok(['cgroups', '--preset', 'io']), /sda: /);
  });

  await t.test('controllers that own resources are among the dependencies', async () => {
    const { edges, resources } = await json('inspect', 'dependencies', '--with-resources');
    const controllers = new Set(edges.map(({ controllerName }: { controllerName: string }) => controllerName));
    const owners = new Set(
      resources.map(({ owner }: { owner: string }) => owner).filter((owner: string) => owner.endsWith('Controller')),
    );
    assert.ok(owners.size > 100);
    assert.deepEqual(
      [...owners].filter((owner) => !controllers.has(owner)),
      [],
    );
  });

  await t.test('a node that is gone is named, the others answer', async () => {
    for (const words of [['stats'], ['memory'], ['mounts'], ['time'], ['processes'], ['netstat', '-l']]) {
      const { code, stdout, stderr } = await sim.run([...words, '-n', `192.0.2.1,${controlPlane}`]);
      assert.equal(code, 1, words[0]);
      assert.ok(stdout.includes(controlPlane), words[0]);
      assert.match(stderr, /^192\.0\.2\.1: /m);
    }
  });
});
