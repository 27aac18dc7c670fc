import { mkdtemp, rm } from 'node:fs/promises';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import { type CliOptions, type CliResult, runCli } from './cli.js';
import { TestCluster } from './tls.js';

/** A peer that answers with whatever bytes a test makes up. */
export interface RawNode {
  readonly home: string;
  run(words: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/** Starts a peer with mutual TLS. `answer` gets every call. */
export async function startRawNode(
  t: TestContext,
  answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
): Promise<RawNode> {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-test-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const cluster = await TestCluster.create();
  const { cert, key } = await cluster.server('127.0.0.1');
  const server = createSecureServer({ cert, key, ca: [cluster.authority.crt], requestCert: true });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => session.destroy());
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answer(stream, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { name, context } = await cluster.context([`127.0.0.1:${port}`], ['10.5.0.2']);
  await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });
  return { home, run: (words, options = {}) => runCli(words, { env: { HOME: home }, cwd: home, ...options }) };
}

/** Begins an answer as gRPC does, with the status OK at its end. */
export function respondOk(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
}

/** Begins an answer that never says how it ended. */
export function respondOpen(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' });
}
