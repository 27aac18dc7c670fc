import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { status } from '@grpc/grpc-js';
import { command } from '../../../src/commands/get.js';
import { EventType } from '../../../src/gen/v1alpha1/state.js';
import { runCommand } from '../../helpers/cli.js';
import { FakeClock } from '../../helpers/clock.js';
import {
  definitionMessage,
  maintenanceClient,
  ResourceNodes,
  resourceMessage,
  startMaintenanceNode,
  watchEvent,
} from '../../helpers/resource-node.js';
import { StatusError } from '../../helpers/servers.js';

const memberType = 'Members.cluster.talos.dev';
const definitions = [
  definitionMessage(memberType, 'cluster', ['member'], {
    Hostname: '{.hostname}',
    'Machine Type': '{.machineType}',
    Addresses: '{.addresses}',
  }),
  definitionMessage('Affiliates.cluster.talos.dev', 'cluster', ['affiliate', 'both']),
  definitionMessage('Addresses.net.talos.dev', 'network', ['both']),
];

function member(id: string, machineType: string, address: string, namespace = 'cluster') {
  const spec = `hostname: ${id}\nmachineType: ${machineType}\naddresses:\n    - ${address}\n`;
  return resourceMessage(memberType, id, spec, { namespace, version: 2, owner: 'cluster.MemberController' });
}

const members = [member('cp-one', 'controlplane', '10.1.0.2'), member('w', 'worker', '10.1.0.3')];
const contents = [...definitions, ...members, member('raw', 'worker', '10.1.0.9', 'cluster-raw')];
const refused = new StatusError(status.PERMISSION_DENIED, 'not authorized');

async function oneNode(t: TestContext) {
  const nodes = await ResourceNodes.start(t, { '10.1.0.2': contents });
  return { client: nodes.client() };
}

test('a table has the columns of the definition', async (t) => {
  const { code, stdout, stderr } = await runCommand(command, ['MEMBERS'], await oneNode(t));
  assert.equal(
    stdout,
    'NODE       NAMESPACE   TYPE     ID       VERSION   HOSTNAME   MACHINE TYPE   ADDRESSES\n' +
      '10.1.0.2   cluster     Member   cp-one   2         cp-one     controlplane   ["10.1.0.2"]\n' +
      '10.1.0.2   cluster     Member   w        2         w          worker         ["10.1.0.3"]\n',
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('an id and a namespace choose', async (t) => {
  const options = await oneNode(t);
  const byId = await runCommand(command, ['member', 'w', '-o', 'jsonpath={.metadata.id}'], options);
  assert.deepEqual([byId.code, byId.stdout], [0, 'w\n']);
  const raw = await runCommand(
    command,
    ['members', '--namespace', 'cluster-raw', '-ojsonpath={.metadata.id}'],
    options,
  );
  assert.deepEqual([raw.code, raw.stdout], [0, 'raw\n']);
});

test('YAML: a document for each resource', async (t) => {
  const { stdout } = await runCommand(command, ['members', '-o', 'yaml'], await oneNode(t));
  const [first, second] = stdout.split('---\n');
  assert.equal(
    first,
    `node: 10.1.0.2
metadata:
    namespace: cluster
    type: Members.cluster.talos.dev
    id: cp-one
    version: 2
    owner: cluster.MemberController
    phase: running
    created: 2026-01-02T03:04:05Z
    updated: 2026-01-02T03:04:05Z
spec:
    hostname: cp-one
    machineType: controlplane
    addresses:
        - 10.1.0.2
`,
  );
  assert.match(second ?? '', /^node: 10\.1\.0\.2\nmetadata:\n[\s\S]* {4}id: w\n/);
});

test('JSON: an object for each resource', async (t) => {
  const { stdout } = await runCommand(command, ['members', 'w', '-o', 'json'], await oneNode(t));
  assert.equal(
    stdout,
    `{
    "metadata": {
        "created": "2026-01-02T03:04:05Z",
        "id": "w",
        "namespace": "cluster",
        "owner": "cluster.MemberController",
        "phase": "running",
        "type": "Members.cluster.talos.dev",
        "updated": "2026-01-02T03:04:05Z",
        "version": 2
    },
    "node": "10.1.0.2",
    "spec": {
        "addresses": [
            "10.1.0.3"
        ],
        "hostname": "w",
        "machineType": "worker"
    }
}
`,
  );
});

test('JSONPath: lists and maps as JSON, each value on lines of its own', async (t) => {
  const options = await oneNode(t);
  const addresses = await runCommand(command, ['members', '-o', 'jsonpath={.spec.addresses}'], options);
  assert.equal(addresses.stdout, '[\n    "10.1.0.2"\n]\n[\n    "10.1.0.3"\n]\n');
  const missing = await runCommand(command, ['members', '-o', 'jsonpath={.spec.nothing}'], options);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /no field "nothing"/);
});

test('wrong formats and templates stop before anything is asked', async () => {
  const client = () => Promise.reject(new Error('nothing is to be asked'));
  for (const [output, message] of [
    ['xml', /no output format "xml"/],
    ['jsonpath={.a', /closing brace/],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(command, ['members', '-o', output], { client });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, message);
  }
});

test('types that are unknown or ambiguous', async (t) => {
  const options = await oneNode(t);
  const unknown = await runCommand(command, ['nosuch'], options);
  assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /no resource type "nosuch"[\s\S]*talosctl get rd/);
  const ambiguous = await runCommand(command, ['both'], options);
  assert.equal(ambiguous.code, 1);
  assert.match(ambiguous.stderr, /"both" is short for 2 resource types: affiliates\S+, addresses\S+/);
});

test('where there is nothing, the table has only its heading', async (t) => {
  const { code, stdout } = await runCommand(command, ['affiliates'], await oneNode(t));
  assert.deepEqual([code, stdout], [0, 'NODE   NAMESPACE   TYPE   ID   VERSION\n']);
});

test('a missing id and a refusal are errors, the heading stays', async (t) => {
  const missing = await runCommand(command, ['members', 'nope'], await oneNode(t));
  assert.deepEqual(
    [missing.code, missing.stdout],
    [1, 'NODE   NAMESPACE   TYPE   ID   VERSION   HOSTNAME   MACHINE TYPE   ADDRESSES\n'],
  );
  assert.match(missing.stderr, /doesn't exist \(NotFound\)/);
});

test('several nodes in the order asked; the rows of those that answer, an error for those that do not', async (t) => {
  const nodes = await ResourceNodes.start(t, { a: contents, b: refused, c: contents });
  const { code, stdout, stderr } = await runCommand(command, ['members', '-o', 'jsonpath={.node}'], {
    client: nodes.client(['c', 'b', 'a']),
  });
  assert.deepEqual([code, stdout], [1, 'c\nc\na\na\n']);
  assert.match(stderr, /^b: not authorized.*\(PermissionDenied\)$/m);
  assert.doesNotMatch(stderr, /^[ac]:/m);
});

test('another node tells the type where the first does not answer', async (t) => {
  const nodes = await ResourceNodes.start(t, { a: refused, b: contents });
  const { code, stdout, stderr } = await runCommand(command, ['members', '-o', 'jsonpath={.metadata.id}'], {
    client: nodes.client(),
  });
  assert.deepEqual([code, stdout], [1, 'cp-one\nw\n']);
  assert.match(stderr, /^a: not authorized/m);
});

test('no node answers', async (t) => {
  const nodes = await ResourceNodes.start(t, { a: refused, b: refused });
  const { code, stdout, stderr } = await runCommand(command, ['members'], { client: nodes.client() });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^a: not authorized[\s\S]*^b: not authorized/m);
});

test('a node that is older than the client is named', async (t) => {
  const nodes = await ResourceNodes.start(t, { '10.1.0.2': contents }, { talosVersion: 'v1.12.4' });
  const { code, stderr } = await runCommand(command, ['members'], { client: nodes.client() });
  assert.equal(code, 0);
  assert.equal(stderr, 'warning: 10.1.0.2: Talos v1.12.4 is older than this client (v1.13.9)\n');
});

test('texts of a node reach no terminal raw', async (t) => {
  const evil = resourceMessage(memberType, 'x\u001b[2J', 'hostname: "a\\e[31mb"\nlist: "\\x9b1m"\n');
  const nodes = await ResourceNodes.start(t, { n: [...definitions, evil] });
  for (const output of ['table', 'yaml', 'json', 'jsonpath={.spec.hostname}', 'jsonpath={.spec.list}']) {
    const { stdout } = await runCommand(command, ['members', '-o', output], { client: nodes.client(), terminal: {} });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/, output);
  }
});

test('nodes in maintenance mode: one needs no name, several have theirs', async (t) => {
  const one = await startMaintenanceNode(t, contents);
  const two = await startMaintenanceNode(t, contents);
  for (const [nodes, shown] of [
    [[one.address], '\n\n'],
    [[one.address, one.address], '\n\n'],
    [[one.address, two.address], `${`${one.address}\n`.repeat(2)}${`${two.address}\n`.repeat(2)}`],
  ] as const) {
    const { code, stdout } = await runCommand(command, ['members', '-i', '-o', 'jsonpath={.node}'], {
      client: maintenanceClient(t, nodes),
    });
    assert.deepEqual([code, stdout], [0, shown]);
  }
});

test('completion offers types, their short names, and ids', async (t) => {
  const nodes = await ResourceNodes.start(t, { '10.1.0.2': contents });
  const ctx = { client: nodes.client() } as Parameters<NonNullable<typeof command.completeArgs>>[0];
  const flags = { values: {}, changed: () => false };
  const words = async (args: readonly string[], toComplete: string) => {
    const offered = await command.completeArgs?.(ctx, { args, toComplete, flags });
    return offered === undefined || 'completions' in offered ? [] : offered.map(({ value }) => value);
  };
  assert.deepEqual(await words([], ''), [
    'members.cluster.talos.dev',
    'affiliates.cluster.talos.dev',
    'addresses.net.talos.dev',
  ]);
  assert.ok((await words([], 'm'))?.includes('member'));
  assert.deepEqual(await words(['member'], ''), ['cp-one', 'w']);
  assert.deepEqual(await words(['member', 'w'], ''), []);
});

const bootstrapped = watchEvent(EventType.BOOTSTRAPPED);

test('watching: what is there as one table, then every change', async (t) => {
  const nodes = await ResourceNodes.start(t, { '10.1.0.2': contents });
  const interrupt = new AbortController();
  nodes.watch(async function* () {
    yield { event: [] };
    for (const resource of members) yield watchEvent(EventType.CREATED, resource);
    yield bootstrapped;
    yield watchEvent(EventType.UPDATED, member('w', 'worker', '10.1.0.4'));
    yield watchEvent(EventType.NOOP);
    yield watchEvent(EventType.DESTROYED, member('cp-one', 'controlplane', '10.1.0.2'));
    setTimeout(() => interrupt.abort(), 100);
    await new Promise(() => {});
  });
  const { code, stdout } = await runCommand(command, ['members', '-w'], {
    client: nodes.client(),
    signal: interrupt.signal,
  });
  assert.equal(
    stdout,
    'NODE       *   NAMESPACE   TYPE     ID       VERSION   HOSTNAME   MACHINE TYPE   ADDRESSES\n' +
      '10.1.0.2   +   cluster     Member   cp-one   2         cp-one     controlplane   ["10.1.0.2"]\n' +
      '10.1.0.2   +   cluster     Member   w        2         w          worker         ["10.1.0.3"]\n' +
      '10.1.0.2       cluster   Member   w   2   w   worker   ["10.1.0.4"]\n' +
      '10.1.0.2   -   cluster   Member   cp-one   2   cp-one   controlplane   ["10.1.0.2"]\n',
  );
  assert.equal(code, 0);
  assert.equal(nodes.watches[0]?.request.options?.bootstrapContents, true);
});

test('watching one resource shows it at once, in YAML and JSON with the event', async (t) => {
  const nodes = await ResourceNodes.start(t, { '10.1.0.2': contents });
  for (const [output, event] of [
    ['yaml', /^node: 10\.1\.0\.2\nevent: created\nmetadata:\n/],
    ['json', /^\{\n {4}"event": "created",\n {4}"metadata"/],
  ] as const) {
    const interrupt = new AbortController();
    nodes.watch(async function* () {
      yield { event: [] };
      yield watchEvent(EventType.CREATED, members[1]);
      setTimeout(() => interrupt.abort(), 50);
      await new Promise(() => {});
    });
    const { code, stdout } = await runCommand(command, ['members', 'w', '--watch', '-o', output], {
      client: nodes.client(),
      signal: interrupt.signal,
    });
    assert.match(stdout, event);
    assert.equal(code, 0);
  }
  assert.equal(nodes.watches[0]?.request.id, 'w');
});

test('watching a resource that is not there', async (t) => {
  const nodes = await ResourceNodes.start(t, { n: contents });
  const interrupt = new AbortController();
  const absent = resourceMessage(memberType, 'gone', '');
  nodes.watch(async function* () {
    yield watchEvent(EventType.DESTROYED, absent);
    setTimeout(() => interrupt.abort(), 50);
    await new Promise(() => {});
  });
  const { stdout } = await runCommand(command, ['members', 'gone', '-w'], {
    client: nodes.client(),
    signal: interrupt.signal,
  });
  assert.match(stdout, /^n {6}- {3}cluster {5}Member {3}gone/m);
});

test('a watch that breaks is taken up at its last bookmark', async (t) => {
  const nodes = await ResourceNodes.start(t, { n: contents });
  const interrupt = new AbortController();
  nodes.watch(async function* ({ options }) {
    yield { event: [] };
    if (options?.startFromBookmark === undefined) {
      yield watchEvent(EventType.CREATED, members[0], 'one');
      yield { event: [...bootstrapped.event] };
      throw new StatusError(status.UNAVAILABLE, 'the node restarts');
    }
    yield watchEvent(EventType.UPDATED, members[0], 'two');
    setTimeout(() => interrupt.abort(), 50);
    await new Promise(() => {});
  });
  const { code, stdout, stderr } = await runCommand(command, ['members', '-w', '-o', 'jsonpath={.event}'], {
    client: nodes.client(),
    signal: interrupt.signal,
    clock: new FakeClock(),
  });
  assert.deepEqual([code, stdout], [0, 'created\nupdated\n']);
  assert.match(stderr, /^the watch of n broke, taking it up: .*the node restarts.*\nthe watch of n goes on\n$/);
  const second = nodes.watches[1]?.request.options;
  assert.deepEqual([second?.startFromBookmark?.toString(), second?.bootstrapContents], ['one', false]);
});

test('a watch of a node that has started anew, and knows no bookmark of before, begins again', async (t) => {
  const nodes = await ResourceNodes.start(t, { n: contents });
  const interrupt = new AbortController();
  let attempt = 0;
  nodes.watch(async function* ({ options }) {
    attempt += 1;
    if (attempt === 1) {
      yield watchEvent(EventType.CREATED, members[0], 'one');
      yield { event: [...bootstrapped.event] };
    }
    if (attempt <= 2) throw new StatusError(status.UNAVAILABLE, 'the node restarts');
    if (options?.startFromBookmark !== undefined) {
      throw new StatusError(status.FAILED_PRECONDITION, 'invalid watch bookmark');
    }
    yield watchEvent(EventType.CREATED, members[0], 'other');
    yield { event: [...bootstrapped.event] };
    setTimeout(() => interrupt.abort(), 50);
    await new Promise(() => {});
  });
  const { code, stdout, stderr } = await runCommand(command, ['members', '-w', '-o', 'jsonpath={.event}'], {
    client: nodes.client(),
    signal: interrupt.signal,
    clock: new FakeClock(),
  });
  assert.deepEqual([code, stdout], [0, 'created\ncreated\n']);
  assert.match(
    stderr,
    /^the watch of n broke, taking it up: .*\nthe watch of n goes on with all that is there: the node has started anew\n$/,
  );
  assert.equal(nodes.watches.at(-1)?.request.options?.bootstrapContents, true);
});

test('a watch of one resource goes on without bookmarks', async (t) => {
  const nodes = await ResourceNodes.start(t, { n: contents });
  const interrupt = new AbortController();
  let attempt = 0;
  nodes.watch(async function* () {
    attempt += 1;
    if (attempt === 2) throw new StatusError(status.UNAVAILABLE, 'connection refused');
    yield watchEvent(EventType.CREATED, members[0]);
    if (attempt === 1) throw new StatusError(status.UNAVAILABLE, 'the node restarts');
    setTimeout(() => interrupt.abort(), 50);
    await new Promise(() => {});
  });
  const words = ['members', 'one', '-w', '-o', 'jsonpath={.event}'];
  const { code, stdout, stderr } = await runCommand(command, words, {
    client: nodes.client(),
    signal: interrupt.signal,
    clock: new FakeClock(),
  });
  assert.deepEqual([code, stdout], [0, 'created\ncreated\n']);
  assert.match(stderr, /^the watch of n broke, taking it up: .*\nthe watch of n goes on\n$/);
});

test('a watch without bookmarks, and one that the node refuses, fail', async (t) => {
  const nodes = await ResourceNodes.start(t, { n: contents });
  for (const [code, text, bookmark] of [
    [status.UNAVAILABLE, 'the node restarts', undefined],
    [status.FAILED_PRECONDITION, 'no such bookmark', 'one'],
  ] as const) {
    nodes.watch(async function* () {
      yield watchEvent(EventType.CREATED, members[0], bookmark);
      throw new StatusError(code, text);
    });
    const result = await runCommand(command, ['members', '-w'], { client: nodes.client(), clock: new FakeClock() });
    assert.equal(result.code, 1);
    assert.match(result.stderr, new RegExp(text));
  }
});

test('several nodes are watched side by side; one that fails is named and leaves the others alone', async (t) => {
  const nodes = await ResourceNodes.start(t, { a: contents, b: contents });
  const interrupt = new AbortController();
  nodes.watch(async function* (_request, { metadata }) {
    yield bootstrapped;
    if (metadata.get('node')[0] === 'a') throw refused;
    await new Promise((resolve) => setTimeout(resolve, 50));
    yield watchEvent(EventType.CREATED, members[0]);
    setTimeout(() => interrupt.abort(), 50);
    await new Promise(() => {});
  });
  const { code, stdout, stderr } = await runCommand(command, ['members', '-w', '-o', 'jsonpath={.node}'], {
    client: nodes.client(),
    signal: interrupt.signal,
  });
  assert.deepEqual([code, stdout], [1, 'b\n']);
  assert.match(stderr, /^a: not authorized/m);
});
