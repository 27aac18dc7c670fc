import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  GetResponse,
  ListResponse,
  StateService,
  WatchRequest,
  WatchResponse,
} from '../../../src/gen/v1alpha1/state.js';
import { resource } from '../../../src/sim/resources/node.js';
import { metaRules } from '../../../src/sim/resources/rules/meta.js';
import type { Call } from '../../../src/sim/rpc/handler.js';
import type { StatusError } from '../../../src/sim/rpc/status.js';
import { stateEndpoints } from '../../../src/sim/state/endpoints.js';
import { ResourceStore } from '../../../src/sim/state/store.js';

const members = 'Members.cluster.talos.dev';
const labels = 'NodeLabelSpecs.k8s.talos.dev';
const nobody = { facts: {}, config: undefined, certificates: undefined } as never;

function nodeStore(): ResourceStore {
  const store = new ResourceStore();
  store.replace([
    ...metaRules(nobody),
    resource(members, 'cp1', 'cluster.MemberController', { nodeId: 'n1', hostname: 'cp1', addresses: ['10.5.0.2'] }),
    resource(members, 'w1', 'cluster.MemberController', { nodeId: 'n2', hostname: 'w1' }),
    resource(labels, 'rack', 'k8s.NodeLabelSpecController', { key: 'rack', value: 'r1' }),
  ]);
  return store;
}

interface Caller {
  readonly role?: string;
  readonly signal?: AbortSignal;
}

/** Calls a method on encoded messages, as the server does. */
function call(store: ResourceStore, path: string, request: Buffer, { role = 'os:admin', signal }: Caller = {}) {
  const endpoint = stateEndpoints(() => store).find((candidate) => candidate.path === path);
  assert.ok(endpoint, path);
  const context: Call = {
    path,
    metadata: new Map(),
    roles: new Set([role]),
    signal: signal ?? new AbortController().signal,
  };
  return endpoint.handler(undefined)(
    context,
    (async function* () {
      yield request;
    })(),
  );
}

async function all(messages: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const collected: Buffer[] = [];
  for await (const message of messages) collected.push(message);
  return collected;
}

const getRequest = (namespace: string, type: string, id: string): Buffer =>
  StateService.get.requestSerialize({ namespace, type, id, options: undefined });
const listRequest = (namespace: string, type: string): Buffer =>
  StateService.list.requestSerialize({ namespace, type, options: undefined });

async function failure(messages: AsyncIterable<Buffer>): Promise<Pick<StatusError, 'code' | 'message'>> {
  try {
    await all(messages);
  } catch (error) {
    const { code, message } = error as StatusError;
    return { code, message };
  }
  return assert.fail('the call succeeded');
}

describe('state API', () => {
  test('get gives the metadata, the YAML and the protobuf of a resource', async () => {
    const [answer = Buffer.alloc(0)] = await all(
      call(nodeStore(), StateService.get.path, getRequest('cluster', members, 'cp1'), { role: 'os:reader' }),
    );
    const { resource: found } = GetResponse.decode(answer);
    assert.equal(found?.metadata?.version, '1');
    assert.equal(found.metadata.owner, 'cluster.MemberController');
    assert.equal(found.metadata.phase, 'running');
    assert.match(
      found.spec?.yamlSpec ?? '',
      /^nodeId: n1\naddresses:\n {4}- 10\.5\.0\.2\nhostname: cp1\nmachineType: unknown\n/,
    );
    assert.equal(found.spec?.protoSpec.toString('hex'), '0a026e3112060a040a0500021a03637031');
  });

  test('a resource that is not there', async () => {
    assert.deepEqual(await failure(call(nodeStore(), StateService.get.path, getRequest('cluster', members, 'nope'))), {
      code: 5,
      message: `resource ${members}(cluster/nope@undefined) doesn't exist`,
    });
  });

  test('list streams one resource a message, by id', async () => {
    const answers = await all(call(nodeStore(), StateService.list.path, listRequest('cluster', members)));
    assert.deepEqual(
      answers.map((answer) => ListResponse.decode(answer).resource?.metadata?.id),
      ['cp1', 'w1'],
    );
  });

  test('a type that takes an alias in lists is known only by its full name', async () => {
    for (const type of ['', 'members']) {
      assert.deepEqual(await failure(call(nodeStore(), StateService.list.path, listRequest('cluster', type))), {
        code: 7,
        message: `resource type "${type}" is not supported`,
      });
    }
  });

  test('a namespace that is not registered', async () => {
    assert.deepEqual(await failure(call(nodeStore(), StateService.list.path, listRequest('nowhere', members))), {
      code: 7,
      message: 'namespace "nowhere" is not supported',
    });
  });

  test('sensitive types are for administrators', async () => {
    const denied = { code: 7, message: 'not authorized' };
    for (const role of ['os:reader', 'os:operator', 'os:etcd:backup']) {
      const store = nodeStore();
      assert.deepEqual(
        await failure(call(store, StateService.list.path, listRequest('k8s', labels), { role })),
        denied,
      );
      assert.deepEqual(
        await failure(call(store, StateService.get.path, getRequest('k8s', labels, 'rack'), { role })),
        denied,
      );
      const watch = StateService.watch.requestSerialize(WatchRequest.fromPartial({ namespace: 'k8s', type: labels }));
      assert.deepEqual(await failure(call(store, StateService.watch.path, watch, { role })), denied);
    }
    assert.equal((await all(call(nodeStore(), StateService.list.path, listRequest('k8s', labels)))).length, 1);
  });

  test('nobody writes', async () => {
    const refused = { code: 7, message: 'write access is not allowed' };
    const [answer = Buffer.alloc(0)] = await all(
      call(nodeStore(), StateService.get.path, getRequest('cluster', members, 'cp1')),
    );
    const written = GetResponse.decode(answer).resource;
    const create = StateService.create.requestSerialize({ resource: written, options: undefined });
    const update = StateService.update.requestSerialize({ newResource: written, options: undefined });
    const destroy = StateService.destroy.requestSerialize({
      namespace: 'cluster',
      type: members,
      id: 'cp1',
      options: undefined,
    });
    assert.deepEqual(await failure(call(nodeStore(), StateService.create.path, create)), refused);
    assert.deepEqual(await failure(call(nodeStore(), StateService.update.path, update)), refused);
    assert.deepEqual(await failure(call(nodeStore(), StateService.destroy.path, destroy)), refused);
  });

  test('the calls of v1.14 are not served', () => {
    const paths = stateEndpoints(() => nodeStore()).map(({ path }) => path);
    assert.ok(!paths.includes(StateService.teardown.path));
    assert.ok(!paths.includes(StateService.teardownAndDestroy.path));
  });

  describe('watch', () => {
    async function watched(request: Partial<WatchRequest>, messages: number, change: (store: ResourceStore) => void) {
      const store = nodeStore();
      const abort = new AbortController();
      const full = StateService.watch.requestSerialize(
        WatchRequest.fromPartial({ namespace: 'cluster', type: members, apiVersion: 1, ...request }),
      );
      const stream = call(store, StateService.watch.path, full, { signal: abort.signal })[Symbol.asyncIterator]();
      const received: string[][] = [];
      for (let count = 0; count < messages; count++) {
        const next = await stream.next();
        if (count === 0) change(store);
        assert.ok(next.done !== true);
        received.push(
          WatchResponse.decode(next.value).event.map(
            ({ eventType, resource: subject }) => `${eventType}${subject?.metadata?.id ?? ''}`,
          ),
        );
      }
      abort.abort();
      return received;
    }
    const addition = (store: ResourceStore): void =>
      store.put(resource(members, 'w2', 'cluster.MemberController', { nodeId: 'n3' }));

    test('begins with an empty message; events come one by one', async () => {
      assert.deepEqual(await watched({ options: options({ bootstrapContents: true }) }, 5, addition), [
        [],
        ['0cp1'],
        ['0w1'],
        ['3'],
        ['0w2'],
      ]);
    });

    test('or together, when asked for', async () => {
      assert.deepEqual(
        await watched({ options: options({ bootstrapContents: true, aggregated: true }) }, 3, addition),
        [[], ['0cp1', '0w1', '3'], ['0w2']],
      );
    });

    test('old clients are spared the events that they do not know', async () => {
      assert.deepEqual(await watched({ apiVersion: 0, options: options({ bootstrapContents: true }) }, 4, addition), [
        [],
        ['0cp1'],
        ['0w1'],
        ['0w2'],
      ]);
    });

    test('of one resource begins with what it is, destroyed when it is not there', async () => {
      assert.deepEqual(await watched({ id: 'w2' }, 3, addition), [[], ['2w2'], ['0w2']]);
    });

    test('of one resource knows no contents and no labels', async () => {
      const request = (given: ReturnType<typeof options>): Buffer =>
        StateService.watch.requestSerialize(
          WatchRequest.fromPartial({ namespace: 'cluster', type: members, id: 'cp1', options: given }),
        );
      for (const given of [options({ bootstrapContents: true }), options({ labelQuery: [{ terms: [] }] })]) {
        const { code } = await failure(call(nodeStore(), StateService.watch.path, request(given)));
        assert.equal(code, 12);
      }
    });
  });
});

type Options = NonNullable<WatchRequest['options']>;

function options(given: Partial<Options>): Options {
  return {
    bootstrapContents: false,
    tailEvents: 0,
    labelQuery: [],
    idQuery: undefined,
    aggregated: false,
    startFromBookmark: undefined,
    bootstrapBookmark: false,
    ...given,
  };
}
