import assert from 'node:assert/strict';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { ActiveCall } from '../../src/client/active-call.js';
import { CallStatus } from '../../src/client/call-status.js';
import { Channel } from '../../src/client/channel.js';
import { Connection } from '../../src/client/connection.js';
import { parseEndpoint } from '../../src/client/endpoint.js';
import { TestCluster } from '../helpers/tls.js';

/* Connections that end while this side has something to send. */

interface Peer {
  /** TCP connections, the newest last. */
  readonly connections: readonly Socket[];
  channel(): Channel;
}

async function startPeer(t: TestContext): Promise<Peer> {
  const cluster = await TestCluster.create();
  const { cert, key } = await cluster.server('127.0.0.1');
  const server: Http2SecureServer = createSecureServer({ cert, key });
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => connections.push(socket));
  server.on('sessionError', () => undefined);
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    stream.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const context = createSecureContext({ ca: cluster.authority.crt });
  const route = {
    endpoint: parseEndpoint(`127.0.0.1:${port}`),
    proxy: undefined,
    tls: { context, trust: { kind: 'authority' }, protocol: 'h2' },
    addressesOf: async (host: string) => [host],
  } as const;
  return {
    connections,
    channel() {
      const channel = new Channel(route);
      t.after(() => channel.close());
      return channel;
    },
  };
}

const start = { path: '/machine.MachineService/Version', metadata: {} };

test('a call ends with its connection, also where others write into that when it has gone', {
  timeout: 30_000,
}, async (t) => {
  const peer = await startPeer(t);
  const session = await peer.channel().session();
  const [standing, first, second] = [1, 2, 3].map(() => new ActiveCall(session, start)) as [
    ActiveCall,
    ActiveCall,
    ActiveCall,
  ];
  for (const call of [standing, first, second]) await call.send(Buffer.alloc(10));
  peer.connections.at(-1)?.resetAndDestroy();
  // All of this is written before anything is read again: the second time after a write that has failed.
  for (const cancelled of [first, second]) {
    setImmediate(() => {
      if (!session.destroyed) new ActiveCall(session, start);
    });
    cancelled.cancel();
  }
  await assert.rejects(standing.next(), CallStatus);
});

test('a channel gives out no connection that has ended', async (t) => {
  const peer = await startPeer(t);
  const channel = peer.channel();
  const session = await channel.session();
  session.destroy();
  const call = new ActiveCall(await channel.session(), start);
  await call.send(Buffer.alloc(10));
  assert.equal(peer.connections.length, 2);
});

test('a call whose connection ends in the turn in which it gets it goes to the next endpoint', async (t) => {
  const peer = await startPeer(t);
  const channels = [peer.channel(), peer.channel()];
  const endpoints = ['127.0.0.1:1', '127.0.0.1:2'].map((text) => parseEndpoint(text));
  const [first, second] = endpoints;
  const session = await channels[0]?.session();
  const connection = new Connection(endpoints, {
    open: (endpoint) => channels[endpoint === first ? 0 : 1] ?? peer.channel(),
    proxy: () => undefined,
    anonymous: false,
    connectTimeout: 10_000,
  });
  const starting = connection.start(start, Buffer.alloc(10), true, undefined);
  session?.destroy();
  assert.equal((await starting).endpoint, second);
});

test('what is wanted no more while it is being made is no connection', async (t) => {
  const peer = await startPeer(t);
  const channel = peer.channel();
  const opening = channel.session();
  channel.close();
  await assert.rejects(opening, { name: 'DialError' });
});
