import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Call, type Endpoint, type Method, serverStream } from '../../src/sim/rpc/handler.js';
import { RpcServer } from '../../src/sim/rpc/server.js';
import { Code, StatusError } from '../../src/sim/rpc/status.js';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import { TestCluster } from './tls.js';

/** A node that only streams bytes, as fast as they are taken. */
export interface StreamNode {
  /** A home with a talosconfig that leads to it. */
  readonly home: string;
  /** The calls that were made. */
  readonly calls: readonly Call[];
}

/** Answers a method that streams Data. */
export interface Streamed {
  readonly path: string;
  readonly endpoint: Endpoint<null>;
}

/** Plans the bytes that a method streams. */
export function streaming<Q, R>(method: Method<Q, R>, pieces: (call: Call) => AsyncIterable<Buffer>): Streamed {
  const endpoint = serverStream(method, async function* (_: null, _request: Q, call: Call) {
    for await (const bytes of pieces(call)) yield { metadata: undefined, bytes } as R;
  });
  return { path: method.path, endpoint };
}

/** Starts a node with mutual TLS that the test stops at its end. */
export async function startStreamNode(
  t: Pick<TestContext, 'after'>,
  planned: readonly Streamed[],
): Promise<StreamNode> {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-test-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const cluster = await TestCluster.create();
  const { cert, key } = await cluster.server('127.0.0.1');
  const calls: Call[] = [];
  const server = await RpcServer.listen({
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key, clientCa: [cluster.authority.crt] },
    roles: () => new Set(['os:admin']),
    handler: (call, requests) => {
      calls.push(call);
      const found = planned.find(({ path }) => path === call.path);
      if (found === undefined) throw new StatusError(Code.unimplemented, `nobody planned ${call.path}`);
      return found.endpoint.handler(null)(call, requests);
    },
  });
  t.after(() => server.stop());
  const { name, context } = await cluster.context([`127.0.0.1:${server.port}`], ['10.5.0.2']);
  await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });
  return { home, calls };
}
