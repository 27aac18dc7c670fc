import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeKubeconfig } from '../../src/kube/kubeconfig/encode.js';
import { type Decision, mergeKubeconfig } from '../../src/kube/kubeconfig/merge.js';
import { parseKubeconfig } from '../../src/kube/kubeconfig/parse.js';

interface Shape {
  readonly name?: string;
  readonly server?: string;
  readonly ca?: string;
  readonly credentials?: string;
  readonly namespace?: string;
  readonly user?: string;
  readonly context?: string;
}

/** A kubeconfig as Talos makes it, for one cluster. */
function config(shape: Shape = {}): string {
  const {
    name = 'min',
    server = 'https://192.0.2.5:6443',
    ca = 'Q0E=',
    credentials = 'QQ==',
    namespace = 'default',
  } = shape;
  const { user = `admin@${name}`, context = `admin@${name}` } = shape;
  return `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${ca}
    server: ${server}
  name: ${name}
contexts:
- context:
    cluster: ${name}
    namespace: ${namespace}
    user: ${user}
  name: ${context}
current-context: ${context}
kind: Config
users:
- name: ${user}
  user:
    client-certificate-data: ${credentials}
    client-key-data: ${credentials}
`;
}

const never = async (kind: string, name: string): Promise<Decision> => assert.fail(`asked about ${kind} ${name}`);
const always = (decision: Decision) => async () => decision;

async function merge(mine: readonly string[], served: string, decide: typeof never = never, contextName?: string) {
  const [first = '', ...others] = mine;
  const file = (text: string, index: number) => ({ path: `${index}`, config: parseKubeconfig(text, `${index}`) });
  const { files, renames } = await mergeKubeconfig(
    [file(first, 0), ...others.map((text, index) => file(text, index + 1))],
    parseKubeconfig(served, 'served'),
    { decide, contextName },
  );
  return {
    texts: files.map(({ config }) => encodeKubeconfig(config)),
    renames: renames.map(({ kind, from, to }) => `${kind} ${from} ${to}`),
  };
}

test('what Talos serves is written as it was sent', () => {
  assert.equal(encodeKubeconfig(parseKubeconfig(config(), 'served')), config());
});

test('another cluster is added and becomes the current one', async () => {
  const { texts, renames } = await merge([config({ namespace: 'team-a' })], config({ name: 'edge', ca: 'TkVX' }));
  const merged = parseKubeconfig(texts[0] ?? '', 'merged');
  assert.deepEqual([...merged.clusters.keys()], ['edge', 'min']);
  assert.deepEqual([...merged.contexts.keys()], ['admin@edge', 'admin@min']);
  assert.equal(merged.currentContext, 'admin@edge');
  assert.equal(merged.contexts.get('admin@min')?.get('namespace'), 'team-a');
  assert.deepEqual(renames, []);
});

test('the same cluster with new credentials is refreshed in place, the namespace stays', async () => {
  const mine = config({ namespace: 'team-a' });
  const { texts } = await merge([mine], config({ credentials: 'RlJFU0g=' }));
  assert.deepEqual(texts, [config({ namespace: 'team-a', credentials: 'RlJFU0g=' })]);
});

test('what is there already changes nothing', async () => {
  const mine = config({ namespace: 'team-a' });
  assert.deepEqual((await merge([mine], config())).texts, [mine]);
});

test('a cluster of the same name but another CA is renamed, with its user and context', async () => {
  const { texts, renames } = await merge([config()], config({ ca: 'T1RIRVI=' }), always('rename'));
  assert.deepEqual(renames, ['cluster min min-1', 'user admin@min admin@min-1', 'context admin@min admin@min-1']);
  const merged = parseKubeconfig(texts[0] ?? '', 'merged');
  assert.deepEqual(Object.fromEntries(merged.contexts.get('admin@min-1') ?? []), {
    cluster: 'min-1',
    namespace: 'default',
    user: 'admin@min-1',
  });
  assert.equal(merged.currentContext, 'admin@min-1');
});

test('a renamed cluster does not change other names that hold its letters', async () => {
  const { renames } = await merge([config({ name: 'a' })], config({ name: 'a', ca: 'T1RIRVI=' }), always('rename'));
  assert.deepEqual(renames, ['cluster a a-1', 'user admin@a admin@a-1', 'context admin@a admin@a-1']);
});

test('overwriting replaces cluster and credentials and keeps the namespace', async () => {
  const served = { server: 'https://192.0.2.6:6443', credentials: 'RlJFU0g=' };
  const { texts, renames } = await merge([config({ namespace: 'team-a' })], config(served), always('overwrite'));
  assert.deepEqual(texts, [config({ ...served, namespace: 'team-a' })]);
  assert.deepEqual(renames, []);
});

test('a user that another cluster has too is not refreshed without asking', async () => {
  const mine = config().replace(
    'contexts:\n',
    'contexts:\n- context:\n    cluster: other\n    user: admin@min\n  name: other\n',
  );
  const { renames } = await merge([mine], config({ credentials: 'RlJFU0g=' }), always('rename'));
  assert.deepEqual(renames, ['user admin@min admin@min-1', 'context admin@min admin@min-1']);
});

test('the context gets the name asked for', async () => {
  const { texts, renames } = await merge([''], config(), never, 'prod');
  assert.deepEqual(texts, [config({ context: 'prod' })]);
  assert.deepEqual(renames, []);
});

test('of several files new entries go to the first, and what is there is replaced where it is', async () => {
  const [first, second] = [config({ name: 'one' }), config({ namespace: 'team-a' })];
  const { texts } = await merge([first, second], config({ credentials: 'RlJFU0g=' }));
  assert.equal(texts[0], first.replace('current-context: admin@one', 'current-context: admin@min'));
  assert.equal(texts[1], config({ namespace: 'team-a', credentials: 'RlJFU0g=' }));
});

test('what kubectl plugins and the user added is kept', async () => {
  const mine = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: Q0E=
    extensions:
    - extension:
        version: v1.33.1
      name: cluster_info
    proxy-url: socks5://192.0.2.9:1080
    server: https://192.0.2.5:6443
  name: min
contexts: null
current-context: ""
kind: Config
preferences:
  colors: true
users: null
`;
  const { texts } = await merge([mine], config());
  assert.match(texts[0] ?? '', /name: cluster_info\n {4}proxy-url: socks5/);
  assert.match(texts[0] ?? '', /preferences:\n {2}colors: true\n/);
});

const wrong: readonly (readonly [text: string, message: RegExp])[] = [
  ['clusters: [\n', /^k, line \d, column \d+: /],
  ['- a\n', /^k, line 1, column 1: a kubeconfig must be a mapping/],
  ['users: {}\n', /users must be a list/],
  ['users:\n- user: {}\n', /line 2, column 3: users\[0\] has no name/],
  ['users:\n- name: a\n- name: b\n- name: a\n', /line 4, column 9: users has "a" twice/],
  ['kind: Config\n---\nkind: Config\n', /line 3, column 1: a kubeconfig is one document/],
];
for (const [text, message] of wrong) {
  test(`a malformed kubeconfig is named with its place: ${JSON.stringify(text)}`, () => {
    assert.throws(() => parseKubeconfig(text, 'k'), { name: 'TalosctlError', message });
  });
}
