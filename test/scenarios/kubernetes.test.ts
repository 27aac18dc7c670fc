import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connectKube, type KubeApi } from '../../src/kube/api/api.js';
import { listNodes, listPods, nameOf } from '../../src/kube/api/objects.js';
import { cordonNode, uncordonNode } from '../../src/kube/cordon.js';
import { drainNode } from '../../src/kube/drain.js';
import { FakeClock, FastClock } from '../helpers/clock.js';
import { type Sim, startSim, until } from '../helpers/sim.js';

async function kubeOf(t: Pick<TestContext, 'after'>, sim: Sim): Promise<KubeApi> {
  const kube = await connectKube(await sim.ok(['kubeconfig', '-']), {});
  t.after(() => kube.close());
  return kube;
}

function isReady({ cluster }: Sim): boolean {
  return cluster.machines.every(({ runtime }) => runtime?.ready === true);
}

/** The system's time, in which sleeping takes none. */
const hasty = () => new FakeClock(new Date());

async function versions(kube: KubeApi): Promise<readonly string[]> {
  return (await listNodes(kube)).map(({ status }) => status?.nodeInfo?.kubeletVersion ?? '');
}

test('health follows the cluster', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [, worker = ''] = sim.nodes;
  const kube = await kubeOf(t, sim);

  await t.test('a well cluster is well, whoever looks', async () => {
    const server = await sim.run(['health', '--wait-timeout', '20s']);
    const local = await sim.run(['health', '--wait-timeout', '20s', '--server=false']);
    assert.deepEqual([server.code, server.stdout, local.code, local.stdout], [0, '', 0, '']);
    const [discovered, ...lines] = server.stderr.trimEnd().split('\n');
    assert.equal(discovered, `discovered nodes: ["${sim.nodes[0]}" "${worker}"]`);
    const settled = (text: readonly string[]) => text.filter((line) => / (OK|SKIP)$/.test(line));
    assert.deepEqual(settled(lines), settled(local.stderr.trimEnd().split('\n')));
    assert.equal(settled(lines).length, 16);
    assert.equal(lines[1], 'waiting for etcd to be healthy: OK');
    assert.equal(lines.at(-1), 'waiting for all k8s nodes to report schedulable: OK');
  });

  await t.test('a cordoned node is named, in time, with status 1', async () => {
    await cordonNode(kube, nameOf((await listNodes(kube))[1] ?? {}));
    for (const words of [[], ['--server=false']]) {
      const started = Date.now();
      const { code, stderr } = await sim.run(['health', '--wait-timeout', '1s', ...words]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /the cluster is not healthy within 1 s: all k8s nodes to report schedulable: .*demo-worker-1/,
      );
      assert.ok(Date.now() - started < 8000);
    }
    const once = await sim.run(['health', '--once', '-o', 'json', '--skip', 'coredns']);
    assert.equal(once.code, 1);
    const { healthy, checks } = JSON.parse(once.stdout);
    assert.equal(healthy, false);
    assert.deepEqual(checks.at(-1), {
      id: 'schedulable',
      title: 'all k8s nodes to report schedulable',
      state: 'failed',
      reason: 'nodes are not schedulable: demo-worker-1',
    });
    assert.equal(checks.length, 15);
    assert.equal((await sim.run(['health', '--once', '--skip', 'schedulable'])).code, 0);
    await uncordonNode(kube, 'demo-worker-1');
    assert.equal((await sim.run(['health', '--once'])).code, 0);
  });

  await t.test('an endpoint of the Kubernetes API that is none is found by both', async () => {
    for (const words of [[], ['--server=false']]) {
      const check = (endpoint: string) =>
        sim.run(['health', '--wait-timeout', '1s', '--k8s-endpoint', endpoint, ...words]);
      const { code, stderr } = await check('127.0.0.9:1');
      assert.equal(code, 1);
      assert.match(stderr, /not healthy within 1 s: all k8s nodes to report: .*127\.0\.0\.9:1/);
    }
    const never = await sim.run(['health', '--wait-timeout', '0s']);
    assert.equal(never.code, 1);
    assert.match(never.stderr, /not healthy within 0 s/);
  });

  await t.test('a node that dies is found by both', async () => {
    await sim.machine(1).cut();
    const server = await sim.run(['health', '--wait-timeout', '1s']);
    assert.equal(server.code, 1);
    assert.match(server.stderr, /not healthy within 1 s: apid to be ready: .*connection refused/);
    const local = await sim.run(['health', '--wait-timeout', '1s', '--server=false']);
    assert.equal(local.code, 1);
    assert.match(local.stderr, new RegExp(`not healthy within 1 s: apid to be ready: ${worker}: `));
    const named = await sim.run(['health', '--once', '--control-plane-nodes', sim.nodes[0] ?? '', '--skip', 'nodes']);
    assert.match(named.stderr, /waiting for apid to be ready: OK/);
  });
});

test('a drain moves what can be moved, and respects disruption budgets', async (t) => {
  const sim = await startSim(t, { workers: 2 });
  await sim.configure();
  const kube = await kubeOf(t, sim);
  const apps = '/apis/apps/v1/namespaces/default/deployments';
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'docker.io/library/nginx:1' }] },
  };
  await kube.send({
    method: 'POST',
    path: apps,
    body: {
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
    },
  });
  const web = () => listPods(kube, { namespace: 'default', labels: 'app=web' });
  const running = async () => (await web()).filter(({ status }) => status?.phase === 'Running').length === 2;
  await until('two pods', running);
  await kube.send({
    method: 'POST',
    path: '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
    body: { metadata: { name: 'web' }, spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } } },
  });
  const [pod] = await web();
  const node = pod?.spec?.nodeName ?? '';
  await cordonNode(kube, node);
  await assert.rejects(
    () => drainNode(kube, node, { timeout: 2500 }),
    (error: Error) =>
      /is not drained after 2.5 s: default\/web-.*disruption budget web needs 2 healthy pods/.test(error.message),
  );
  await kube.send({ method: 'DELETE', path: '/apis/policy/v1/namespaces/default/poddisruptionbudgets/web' });
  const said: string[] = [];
  await drainNode(kube, node, { timeout: 10_000, report: (message) => void said.push(message) });
  assert.equal(said.at(-1), 'drained');
  const left = await listPods(kube, { fields: `spec.nodeName=${node}` });
  assert.deepEqual(left.map((item) => item.metadata?.labels?.['k8s-app']).sort(), ['kube-flannel', 'kube-proxy']);
  await until('two pods elsewhere', async () => (await web()).every(({ spec }) => spec?.nodeName !== node));
  const kept = new AbortController();
  kept.abort();
  await assert.rejects(() => drainNode(kube, node, { timeout: 1000, signal: kept.signal }), /interrupted/);
});

test('upgrade-k8s: a plan, faults, and the end', async (t) => {
  const sim = await startSim(t, { kubernetesVersion: '1.35.2' });
  await sim.configure();
  const [controlPlane = '', worker = ''] = sim.nodes;
  const kube = await kubeOf(t, sim);
  const plain = ['upgrade-k8s', '--with-docs=false', '--with-examples=false'];
  const config = async (node: string) =>
    sim.ok(['-n', node, 'get', 'mc', 'v1alpha1', '-o', 'jsonpath={.metadata.version}']);

  await t.test('a path that Kubernetes does not go is explained', async () => {
    const back = await sim.run([...plain, '--to', '1.34.1']);
    assert.deepEqual([back.code, back.stdout], [1, 'automatically detected the lowest Kubernetes version 1.35.2\n']);
    assert.match(back.stderr, /unsupported upgrade path 1\.35->1\.34 .*does not go back/);
    const far = await sim.run([...plain, '--to', '1.37.0']);
    assert.match(far.stderr, /this client knows Kubernetes up to 1\.36/);
    const slip = await sim.run([...plain, '--to', 'newest']);
    assert.match(slip.stderr, /--to: "newest" is no version of Kubernetes/);
    assert.match(
      (await sim.run([...plain, '--from', '1.33.0'])).stderr,
      /one minor version at a time\nupgrade to 1\.34 first/,
    );
  });

  await t.test('a dry run tells what would be done, and does nothing', async () => {
    const before = await config(controlPlane);
    const { code, stdout } = await sim.run([...plain, '--dry-run', '--to', '1.36.3', '--pre-pull-images=false']);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        'automatically detected the lowest Kubernetes version 1.35.2',
        `discovered controlplane nodes ["${controlPlane}"]`,
        `discovered worker nodes ["${worker}"]`,
        `> "${controlPlane}": Talos version 1.13.9 is compatible with Kubernetes version 1.36.3`,
        `> "${worker}": Talos version 1.13.9 is compatible with Kubernetes version 1.36.3`,
        'checking for removed Kubernetes component flags',
        'checking for removed Kubernetes API resource versions',
        ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].flatMap((name) => [
          `updating "${name}" to version "1.36.3"`,
          ` > "${controlPlane}": starting update`,
          ` > update ${name}: v1.35.2 -> 1.36.3`,
          ' > skipped in dry-run',
        ]),
        'updating kube-proxy to version "1.36.3"',
        ` > "${controlPlane}": starting update`,
        ' > skipped in dry-run',
        'updating kubelet to version "1.36.3"',
        ...[controlPlane, worker].flatMap((node) => [
          ` > "${node}": starting update`,
          ' > update kubelet: 1.35.2 -> 1.36.3',
          ' > skipped in dry-run',
        ]),
        'updating manifests (dry run)',
        '',
      ].join('\n') + stdout.slice(stdout.indexOf(' < unchanged Secret')),
    );
    assert.match(stdout, / < unchanged DaemonSet\/kube-system\/kube-proxy\n/);
    assert.equal(await config(controlPlane), before);
    assert.deepEqual(await versions(kube), ['v1.35.2', 'v1.35.2']);
  });

  await t.test('an image that is missing is known before anything changes', async () => {
    const before = await config(controlPlane);
    const { code, stderr } = await sim.run([...plain, '--scheduler-image', 'registry.k8s.io/nope']);
    assert.equal(code, 1);
    assert.match(stderr, /cannot pull registry\.k8s\.io\/nope:v1\.36\.3: .*\n.*nothing was changed/);
    assert.equal(await config(controlPlane), before);
  });

  await t.test('a pod that does not come up ends it, and says why', async () => {
    const words = [...plain, '--pre-pull-images=false', '--apiserver-image', 'registry.k8s.io/nope'];
    const { code, stderr } = await sim.run(words, { clock: hasty() });
    assert.equal(code, 1);
    assert.match(stderr, /kube-apiserver 1\.36\.3 is not there after 300 s: the pod is not ready: ImagePullBackOff/);
  });

  await t.test('a kubelet that loops is left alone', async () => {
    const flag = '{"machine":{"kubelet":{"extraArgs":{"nosuch":"1"}}}}';
    await sim.ok(['-n', worker, 'patch', 'mc', '-p', flag]);
    const kubelet = () => sim.machine(1).runtime?.services.find('kubelet');
    await until(
      'kubelet to fail',
      () => kubelet()?.state === 'Waiting' && kubelet()?.info().events?.events.at(-1)?.msg.startsWith('Error') === true,
    );
    const { code, stdout, stderr } = await sim.run(plain);
    assert.equal(code, 1);
    assert.match(stdout, /kube-apiserver: v1\.36\.3 -> 1\.36\.3\n/);
    assert.match(
      stderr,
      new RegExp(`${worker}: kubelet is not healthy, and is left as it is: .*unknown flag: --nosuch`),
    );
    await sim.ok([
      '-n',
      worker,
      'patch',
      'mc',
      '-p',
      '{"machine":{"kubelet":{"extraArgs":{"nosuch":{"$patch":"delete"}}}}}',
    ]);
    await until('every node to be ready', () => isReady(sim));
  });

  await t.test('a node that dies ends it; run again, it goes on', async () => {
    assert.deepEqual(await versions(kube), ['v1.36.3', 'v1.35.2']);
    await sim.machine(1).cut();
    const { code, stderr } = await sim.run(plain, { clock: hasty() });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(worker));
    sim.machine(1).powerOn();
    await until('every node to be ready', () => isReady(sim));
    const { code: again, stdout, stderr: words } = await sim.run(plain);
    assert.deepEqual([again, words], [0, '']);
    assert.doesNotMatch(stdout, /update kube-/);
    assert.match(stdout, /update kubelet: 1\.35\.2 -> 1\.36\.3/);
    assert.match(
      stdout,
      /< configured DaemonSet\/kube-system\/kube-proxy\n--- a\/apps\/v1\.DaemonSet[\s\S]*\+ +- image: registry\.k8s\.io\/kube-proxy:v1\.36\.3\n/,
    );
    assert.deepEqual(await versions(kube), ['v1.36.3', 'v1.36.3']);
    assert.equal((await sim.run(['health', '--wait-timeout', '10s'])).code, 0);
  });
});

test('rotate-ca: a dry run, a fault in the middle, and the end', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [controlPlane = '', worker = ''] = sim.nodes;
  const plain = ['rotate-ca', '--with-docs=false', '--with-examples=false', '-o', 'new'];
  const written = { env: { HOME: sim.home, TALOSCONFIG: join(sim.home, 'new') } };
  const accepted = (index: number) => sim.machine(index).runtime?.configuration.active?.view.acceptedCas.length ?? 0;

  await t.test('a dry run changes nothing and shows no key', async () => {
    const { code, stdout } = await sim.run(plain);
    assert.equal(code, 0);
    assert.match(stdout, /> Starting Talos API PKI rotation, dry-run mode true\.\.\.\n/);
    assert.match(stdout, new RegExp(`  - ${worker}: skipped \\(dry-run\\)\n`));
    assert.match(stdout, /> Starting Kubernetes API PKI rotation, dry-run mode true\.\.\.\n/);
    assert.doesNotMatch(stdout, /key/);
    assert.deepEqual([accepted(0), accepted(1)], [0, 0]);
    await assert.rejects(() => readFile(join(sim.home, 'new')), /ENOENT/);
  });

  await t.test('when a node dies before all accept the new authority, the talosconfig in use works', async () => {
    const running = sim.run([...plain, '--dry-run=false', '--kubernetes=false'], { clock: new FastClock() });
    await until('the control plane to accept the new authority', () => accepted(0) > 0);
    await sim.machine(1).cut();
    assert.equal((await running).code, 1);
    await assert.rejects(() => readFile(join(sim.home, 'new')), /ENOENT/);
    assert.match(await sim.ok(['-n', controlPlane, 'version']), /NODE/);
    sim.machine(1).powerOn();
    await until('every node to be ready', () => isReady(sim));
  });

  await t.test(
    'when a node dies while the new authority takes over, the talosconfig that was written works',
    async () => {
      const running = sim.run([...plain, '--dry-run=false', '--kubernetes=false'], { clock: new FastClock() });
      await until('the talosconfig to be written', () =>
        readFile(join(sim.home, 'new')).then(
          () => true,
          () => false,
        ),
      );
      await sim.machine(1).cut();
      const { code, stderr } = await running;
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(worker));
      assert.match(stderr, /the rotation is not finished: "new" reaches the nodes/);
      assert.equal((await stat(join(sim.home, 'new'))).mode & 0o777, 0o600);
      sim.machine(1).powerOn();
      await until('every node to be ready', () => isReady(sim));
      for (const node of [controlPlane]) assert.match(await sim.ok(['-n', node, 'version'], written), /NODE/);
    },
  );

  await t.test('run again, it comes to its end', async () => {
    const { code, stdout, stderr } = await sim.run([...plain, '--dry-run=false'], written);
    assert.equal(code, 0, stderr);
    // Of the two that did not come to their end, one was never taken over, and is told.
    assert.match(stderr, /: another authority is accepted still, valid from .*; .*take it out of machine\.acceptedCAs/);
    assert.equal(accepted(0), 1);
    assert.match(stdout, /only "new" reaches the nodes now, see `talosctl config merge "new"`/);
    assert.match(await readFile(join(sim.home, 'new'), 'utf8'), new RegExp(`endpoints:\\n +- ${controlPlane}\\n`));
    const old = await sim.run(['version']);
    assert.equal(old.code, 1);
    assert.match(old.stderr, /not signed by the CA|certificate/);
    assert.match(await sim.ok(['-n', `${controlPlane},${worker}`, 'version'], written), /NODE: +.*\n[\s\S]*NODE: /);
    assert.equal((await sim.run(['health', '--wait-timeout', '10s'], written)).code, 0);
    const kube = await connectKube(await sim.ok(['kubeconfig', '-'], written), {});
    t.after(() => kube.close());
    assert.equal((await listNodes(kube)).length, 2);
  });
});
