import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { StateService } from '../../../src/gen/v1alpha1/state.js';
import { nodeOf, startNode } from '../../helpers/nodes.js';
import { resourceMessage } from '../../helpers/resource-node.js';
import { StatusError } from '../../helpers/servers.js';

const member = (hostname: string, machineType: string, address: string) =>
  resourceMessage(
    'Members.cluster.talos.dev',
    hostname,
    `nodeId: x\naddresses:\n    - ${address}\nhostname: ${hostname}\nmachineType: ${machineType}\noperatingSystem: Talos\n`,
  );

const members = [
  member('cp1', 'controlplane', '10.5.0.2'),
  member('w1', 'worker', '10.5.0.3'),
  member('w2', 'worker', '10.5.0.5'),
];

/** A cluster whose endpoint knows its members, and whose nodes say their version. */
async function start(t: TestContext, failing = '') {
  const node = await startNode(t, ['10.5.0.2'], { services: [MachineServiceService, StateService] });
  node.server.stream(StateService.list, async function* (_requests, call) {
    assert.equal(nodeOf(call), '', 'the endpoint itself is asked for the members');
    for (const resource of members) yield { resource };
  });
  node.server.unary(MachineServiceService.version, (_request, call) => {
    if (nodeOf(call) === failing) throw new StatusError(14, 'no route to host');
    const version = { tag: 'v1.13.9', sha: '', built: '', goVersion: '', os: '', arch: '' };
    return { messages: [{ metadata: undefined, version, platform: undefined, features: undefined }] };
  });
  return { ...node, file: join(node.home, '.talos', 'config.groups.yaml') };
}

const nodesIn = (stdout: string): readonly string[] =>
  [...stdout.matchAll(/NODE: +(\S+)/g)].map(([, name = '']) => name);

test('a group is set, shown, used and taken away', async (t) => {
  const { run, file } = await start(t);
  const set = await run(['config', 'groups', 'rack1', '10.5.0.3,10.5.0.5']);
  assert.deepEqual([set.code, set.stdout, set.stderr], [0, '', '']);
  await run(['config', 'group', '@mixed', '@rack1', 'controlplanes']);
  assert.equal(
    await readFile(file, 'utf8'),
    "contexts:\n    test:\n        mixed:\n            - '@rack1'\n            - controlplanes\n" +
      '        rack1:\n            - 10.5.0.3\n            - 10.5.0.5\n',
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const shown = await run(['config', 'groups']);
  assert.equal(shown.stdout, 'GROUP   NODES\nmixed   @rack1,controlplanes\nrack1   10.5.0.3,10.5.0.5\n');
  assert.equal((await run(['config', 'groups', 'rack1'])).stdout, 'GROUP   NODES\nrack1   10.5.0.3,10.5.0.5\n');
  assert.deepEqual(JSON.parse((await run(['config', 'groups', '-o', 'json'])).stdout), {
    context: 'test',
    path: file,
    groups: { mixed: ['@rack1', 'controlplanes'], rack1: ['10.5.0.3', '10.5.0.5'] },
  });
  const used = await run(['-n', '@mixed', 'version']);
  assert.deepEqual(nodesIn(used.stdout), ['10.5.0.3', '10.5.0.5', '10.5.0.2']);
  await run(['config', 'groups', '--remove', 'mixed']);
  const gone = await run(['-n', '@mixed', 'version']);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /context "test" has no node group @mixed\nits groups are @rack1;/);
  assert.equal((await run(['config', 'groups', '--remove', 'mixed'])).code, 1);
});

test('words for nodes work in any command, partial failures too', async (t) => {
  const { run } = await start(t, '10.5.0.3');
  const { code, stdout, stderr } = await run(['version', '--nodes=all']);
  assert.deepEqual(nodesIn(stdout), ['10.5.0.2', '10.5.0.5']);
  assert.equal(code, 1);
  assert.match(stderr, /10\.5\.0\.3: .*no route to host/);
  assert.deepEqual(nodesIn((await run(['version', '-n', 'worker,10.5.0.2'])).stdout), ['10.5.0.5', '10.5.0.2']);
});

test('words stand in the context too', async (t) => {
  const { run } = await start(t);
  await run(['config', 'node', 'workers']);
  assert.deepEqual(nodesIn((await run(['version'])).stdout), ['10.5.0.3', '10.5.0.5']);
});

test('what cannot be a group is refused, a malformed file is named', async (t) => {
  const { run, file } = await start(t);
  assert.match((await run(['config', 'groups', 'a b', 'x'])).stderr, /"a b" cannot name a node group/);
  assert.match((await run(['config', 'groups', '--remove'])).stderr, /--remove takes the name of a group/);
  assert.match((await run(['config', 'groups', 'g', 'https://10.5.0.2:6443'])).stderr, /is a URL/);
  await writeFile(file, 'contexts:\n  test:\n    g: 10.5.0.3\n');
  const { code, stderr } = await run(['-n', '@g', 'version']);
  assert.equal(code, 1);
  assert.match(stderr, /config\.groups\.yaml, line 3, column 8: contexts\.test\.g must be a list/);
});
