import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { type ListRequest, StateService } from '../../src/gen/v1alpha1/state.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { definitionMessage, resourceMessage } from '../helpers/resource-node.js';
import type { ReceivedCall } from '../helpers/servers.js';

const nodes = Array.from({ length: 200 }, (_, index) => `10.5.${Math.trunc(index / 100)}.${index % 100}`);
const hostnames = 'HostnameStatuses.net.talos.dev';

/** An endpoint for 200 nodes that counts the calls under way. */
async function start(t: TestContext) {
  const node = await startNode(t, nodes, { services: [MachineServiceService, StateService] });
  const calls = { running: 0, most: 0, all: 0 };
  const counted = async <T>(answer: T): Promise<T> => {
    calls.all += 1;
    calls.most = Math.max(calls.most, ++calls.running);
    await sleep(5);
    calls.running -= 1;
    return answer;
  };
  node.server.unary(MachineServiceService.version, () => {
    const version = { tag: 'v1.13.9', sha: '', built: '', goVersion: '', os: '', arch: '' };
    return counted({ messages: [{ metadata: undefined, version, platform: undefined, features: undefined }] });
  });
  node.server.unary(MachineServiceService.serviceList, () =>
    counted({
      messages: [
        { metadata: undefined, services: [{ id: 'apid', state: 'Running', events: undefined, health: undefined }] },
      ],
    }),
  );
  node.server.stream(StateService.list, async function* (requests: AsyncIterable<ListRequest>, call: ReceivedCall) {
    for await (const { type } of requests) {
      const definition = definitionMessage(hostnames, 'network', ['hostname'], { Hostname: '{.hostname}' });
      const resource = resourceMessage(hostnames, 'hostname', `hostname: ${nodeOf(call)}\n`, { namespace: 'network' });
      yield { resource: await counted(type === hostnames ? resource : definition) };
    }
  });
  return { ...node, calls };
}

const commands: readonly (readonly [words: string, row: RegExp, calls: number])[] = [
  ['version', /^\tNODE: +(\S+)$/gm, 200],
  ['services', /^(\S+) +apid /gm, 200],
  // The type's definition, the hostnames, and the versions to compare this client's with.
  ['get hostname', /^(\S+) +network +HostnameStatus/gm, 401],
];

for (const [words, row, count] of commands) {
  test(`${words} asks 200 nodes, 32 at once, and shows them in the order asked`, async (t) => {
    const { run, calls } = await start(t);
    const { code, stdout, stderr } = await run(words.split(' '));
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      [...stdout.matchAll(row)].map(([, name]) => name),
      nodes,
    );
    assert.deepEqual(calls, { running: 0, most: 32, all: count });
  });
}
