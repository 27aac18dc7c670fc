import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import { type CliOptions, type CliResult, runCli } from './cli.js';
import type { ReceivedCall } from './servers.js';
import { type ServerOptions, TestServer } from './servers.js';
import { TestCluster } from './tls.js';

/** An endpoint for commands under test, which answers for every node it is asked about. */
export interface TestNode {
  readonly server: TestServer;
  /** A home with a talosconfig, and the working folder. */
  readonly home: string;
  /** Runs a command line in that home. */
  run(words: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/**
 * Starts a server with mutual TLS and writes a talosconfig that leads to it.
 * @param nodes the nodes of the talosconfig context
 */
export async function startNode(
  t: TestContext,
  nodes: readonly string[] = ['10.5.0.2'],
  options: Partial<ServerOptions> = {},
): Promise<TestNode> {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-test-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const cluster = await TestCluster.create();
  const server = await TestServer.start(t, {
    certificate: await cluster.server('127.0.0.1'),
    clientCa: cluster.authority.crt,
    ...options,
  });
  const { name, context } = await cluster.context([server.address], nodes);
  await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });
  return { server, home, run: (words, cli = {}) => runCli(words, { env: { HOME: home }, cwd: home, ...cli }) };
}

/** The node that a call asks for. */
export function nodeOf({ metadata }: ReceivedCall): string {
  return metadata.get('node').join();
}
