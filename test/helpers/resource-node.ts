import type { TestContext } from 'node:test';
import { status } from '@grpc/grpc-js';
import type { Client, ClientOptions } from '../../src/client/client.js';
import { connect } from '../../src/client/connect.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import type { Resource } from '../../src/gen/v1alpha1/resource.js';
import { type EventType, StateService, type WatchRequest, type WatchResponse } from '../../src/gen/v1alpha1/state.js';
import type { SelectedContext } from '../../src/talosconfig/select.js';
import { type ReceivedCall, StatusError, TestServer } from './servers.js';
import { TestCluster } from './tls.js';

export interface ResourceOptions {
  readonly namespace?: string;
  readonly version?: number;
  readonly owner?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

const second = BigInt(Date.parse('2026-01-02T03:04:05Z') / 1000);

/** A resource as the state API sends it. */
export function resourceMessage(type: string, id: string, yamlSpec: string, options: ResourceOptions = {}): Resource {
  return {
    metadata: {
      namespace: options.namespace ?? 'cluster',
      type,
      id,
      version: String(options.version ?? 1),
      owner: options.owner ?? 'test.Controller',
      phase: 'running',
      created: { seconds: second, nanos: 0 },
      updated: { seconds: second, nanos: 0 },
      finalizers: [],
      annotations: { ...options.annotations },
      labels: {},
    },
    spec: { yamlSpec, protoSpec: Buffer.alloc(0) },
  };
}

/** The definition of a type as the state API sends it. Columns by name. */
export function definitionMessage(
  type: string,
  namespace: string,
  aliases: readonly string[],
  columns: Readonly<Record<string, string>> = {},
): Resource {
  const id = type.toLowerCase();
  const [plural = ''] = id.split('.');
  const list = (items: readonly string[]) => JSON.stringify(items);
  const print = Object.entries(columns).map(([name, jsonPath]) => ({ name, jsonPath }));
  const spec = [
    `type: ${type}`,
    `displayType: ${(type.split('.')[0] ?? '').replace(/(?<=ss)es$|s$/, '')}`,
    `defaultNamespace: ${namespace}`,
    `aliases: ${list(aliases)}`,
    `allAliases: ${list([plural, ...aliases])}`,
    `printColumns: ${JSON.stringify(print)}`,
  ];
  const options = { namespace: 'meta', owner: 'meta' };
  return resourceMessage('ResourceDefinitions.meta.cosi.dev', id, `${spec.join('\n')}\n`, options);
}

/** What one node of the cluster holds, or the status with which it answers everything. */
export type NodeContents = readonly Resource[] | StatusError;

/** Plans the answers of a server whose state is `contents`. */
function answerFromState(
  server: TestServer,
  talosVersion: string,
  contents: (call: ReceivedCall) => readonly Resource[],
): void {
  const select = (call: ReceivedCall, namespace: string, type: string) =>
    contents(call).filter(({ metadata }) => metadata?.namespace === namespace && metadata.type === type);
  server.unary(MachineServiceService.version, (_request, call) => {
    contents(call);
    const version = { tag: talosVersion, sha: '', built: '', goVersion: '', os: '', arch: '' };
    return { messages: [{ metadata: undefined, version, platform: undefined, features: undefined }] };
  });
  server.unary(StateService.get, ({ namespace, type, id }, call) => {
    const resource = select(call, namespace, type).find(({ metadata }) => metadata?.id === id);
    if (resource === undefined) {
      throw new StatusError(status.NOT_FOUND, `resource ${type}(${namespace}/${id}@undefined) doesn't exist`);
    }
    return { resource };
  });
  server.stream(StateService.list, async function* (requests, call) {
    for await (const { namespace, type } of requests) {
      for (const resource of select(call, namespace, type)) yield { resource };
    }
  });
}

/** Starts a node in maintenance mode with this state, which answers anyone. */
export async function startMaintenanceNode(
  t: Pick<TestContext, 'after'>,
  contents: readonly Resource[] = [],
): Promise<TestServer> {
  const cluster = await TestCluster.create();
  const certificate = await cluster.server('127.0.0.1');
  const server = await TestServer.start(t, { certificate, services: [MachineServiceService, StateService] });
  answerFromState(server, 'v1.13.9', () => contents);
  return server;
}

/** A client of nodes in maintenance mode, by their addresses. */
export function maintenanceClient(
  t: Pick<TestContext, 'after'>,
  addresses: readonly string[],
): (options?: ClientOptions) => Promise<Client> {
  return async (options) => {
    const client = await connect({
      ...options,
      nodes: addresses,
      endpoints: [],
      env: {},
      now: new Date(),
      warn: () => {},
    });
    t.after(() => client.close());
    return client;
  };
}

/** An endpoint, and behind it nodes whose state can be listed, read and watched. */
export class ResourceNodes {
  readonly server: TestServer;
  readonly #cluster: TestCluster;
  readonly #nodes: ReadonlyMap<string, NodeContents>;
  readonly #clients: Client[] = [];
  /** What `get --watch` is told after what is there; a stream ends with its list. */
  readonly watches: { readonly request: WatchRequest; readonly node: string }[] = [];

  private constructor(server: TestServer, cluster: TestCluster, nodes: ReadonlyMap<string, NodeContents>) {
    this.server = server;
    this.#cluster = cluster;
    this.#nodes = nodes;
  }

  static async start(
    t: Pick<TestContext, 'after'>,
    contents: Readonly<Record<string, NodeContents>>,
    { talosVersion = 'v1.13.9' }: { readonly talosVersion?: string } = {},
  ): Promise<ResourceNodes> {
    const cluster = await TestCluster.create();
    const server = await TestServer.start(t, {
      certificate: await cluster.server('127.0.0.1'),
      clientCa: cluster.authority.crt,
      services: [MachineServiceService, StateService],
    });
    const nodes = new ResourceNodes(server, cluster, new Map(Object.entries(contents)));
    t.after(() => {
      for (const client of nodes.#clients) client.close();
    });
    answerFromState(server, talosVersion, (call) => nodes.#contents(call));
    return nodes;
  }

  /** Plans what is told to watches: the events of each stream in turn, each with a bookmark. */
  watch(answer: (request: WatchRequest, call: ReceivedCall) => AsyncIterable<WatchResponse>): void {
    const nodes = this;
    this.server.stream(StateService.watch, async function* (requests, call) {
      for await (const request of requests) {
        nodes.watches.push({ request, node: nodeOf(call) });
        nodes.#contents(call);
        yield* answer(request, call);
      }
    });
  }

  /** A client of all nodes, or of those named. */
  client(names: readonly string[] = [...this.#nodes.keys()]): (options?: ClientOptions) => Promise<Client> {
    return async (options) => {
      const client = await connect({
        ...options,
        context: await this.context(names),
        nodes: [],
        endpoints: [],
        env: {},
        now: new Date(),
        warn: () => {},
      });
      this.#clients.push(client);
      return client;
    };
  }

  /** The talosconfig context of such a client. */
  context(names: readonly string[] = [...this.#nodes.keys()]): Promise<SelectedContext> {
    return this.#cluster.context([this.server.address], names);
  }

  #contents(call: ReceivedCall): readonly Resource[] {
    const contents = this.#nodes.get(nodeOf(call)) ?? new StatusError(status.UNAVAILABLE, 'there is no such node');
    if (contents instanceof StatusError) throw contents;
    return contents;
  }
}

function nodeOf({ metadata }: ReceivedCall): string {
  return String(metadata.get('node')[0] ?? '');
}

/** One event of a watch. */
export function watchEvent(eventType: EventType, resource?: Resource, bookmark?: string): WatchResponse {
  const mark = bookmark === undefined ? undefined : Buffer.from(bookmark);
  return { event: [{ resource, old: undefined, error: undefined, eventType, bookmark: mark }] };
}
