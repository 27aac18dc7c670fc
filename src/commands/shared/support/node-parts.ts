import type { CallOptions, Client } from '../../../client/client.js';
import type { MethodDefinition } from '../../../client/method.js';
import { listDefinitions } from '../../../client/state.js';
import type { Data } from '../../../gen/common/common.js';
import { InspectServiceService } from '../../../gen/inspect/inspect.js';
import { type ContainerInfo, MachineServiceService } from '../../../gen/machine/machine.js';
import { onlyMessage } from '../ask-nodes.js';
import { containerNamespace } from '../container-namespace.js';
import { dependencyGraph } from '../inspect/graph.js';
import { liveResources } from '../inspect/resources.js';
import { NodeBytes } from '../node-bytes.js';
import type { VersionFacts } from '../version/facts.js';
import type { Part } from './part.js';
import { resourceTexts } from './resources.js';
import { diskTable, mountTable, processTable, serviceText, summaryText } from './texts.js';

/** Milliseconds that one part may take. */
const patience = 5 * 60_000;

/** What a node is asked with. */
export interface NodeQuery {
  readonly client: Client;
  readonly node: string;
  /** Of this client. */
  readonly version: VersionFacts;
  now(): Date;
}

/**
 * What is gathered of a node. Asks it for its services, containers and types of resources.
 * @throws whatever these calls fail with
 */
export async function nodeParts(query: NodeQuery): Promise<readonly Part[]> {
  const node = new NodeReader(query);
  const [definitions, pods, services] = await Promise.all([
    listDefinitions(query.client, node.options),
    node.containers(),
    node.services(),
  ]);
  return [
    { path: ['dmesg.log'], collect: () => node.kernelLog() },
    { path: ['controller-runtime.log'], collect: () => node.log('controller-runtime', false) },
    { path: ['dns-resolve-cache.log'], collect: () => node.log('dns-resolve-cache', false) },
    { path: ['dependencies.dot'], collect: () => node.dependencies() },
    { path: ['mounts'], collect: async () => mountTable((await node.ask(MachineServiceService.mounts)).stats) },
    { path: ['devices'], collect: () => node.file('/proc/bus/pci/devices') },
    { path: ['io'], collect: async () => diskTable((await node.ask(MachineServiceService.diskStats)).devices) },
    {
      path: ['processes'],
      collect: async () => processTable((await node.ask(MachineServiceService.processes)).processes),
    },
    {
      path: ['summary'],
      collect: async () => summaryText(query.version, (await node.ask(MachineServiceService.version)).version),
    },
    ...definitions.map((definition) => ({
      path: ['resources', `${definition.id}.yaml`],
      collect: () => resourceTexts(query.client, definition, node.options),
    })),
    ...podLogs(pods).map(({ path, id }) => ({
      path: ['kubernetes-logs', ...path],
      collect: () => node.log(id, true),
    })),
    ...services.flatMap(({ id }) => [
      { path: ['service-logs', `${id}.log`], collect: () => node.log(id, false) },
      { path: ['service-logs', `${id}.state`], collect: () => node.serviceState(id) },
    ]),
  ];
}

const systemNamespace = 'kube-system';

/** Where the logs of the system's pods go. A pod's second container is told from its first by its name. */
function podLogs(containers: readonly ContainerInfo[]): readonly { readonly path: string[]; readonly id: string }[] {
  const taken = new Set<string>();
  return containers.flatMap(({ podId, id, name, pid, status }) => {
    const [namespace = '', pod = ''] = podId.split('/');
    if (namespace !== systemNamespace || status === 'SANDBOX_READY') return [];
    const end = pid === 0 ? '-exited.log' : '.log';
    const file = [`${pod}${end}`, `${pod}-${name}${end}`, `${id}${end}`].find((candidate) => !taken.has(candidate));
    if (file === undefined) return [];
    taken.add(file);
    return [{ path: [namespace, file], id }];
  });
}

/** Reads from one node. */
class NodeReader {
  readonly #query: NodeQuery;
  readonly options: CallOptions;

  constructor(query: NodeQuery) {
    this.#query = query;
    this.options = { node: query.node, timeout: patience };
  }

  async ask<R extends Parameters<typeof onlyMessage>[0]>(
    method: MethodDefinition<object, R>,
  ): Promise<R['messages'][number]> {
    return onlyMessage(await this.#query.client.unary(method, {}, this.options), this.#query.node);
  }

  async services() {
    return (await this.ask(MachineServiceService.serviceList)).services;
  }

  async containers(): Promise<readonly ContainerInfo[]> {
    const { client, node } = this.#query;
    const answer = await client.unary(MachineServiceService.containers, containerNamespace(true), this.options);
    return onlyMessage(answer, node).containers;
  }

  kernelLog(): AsyncIterable<Buffer> {
    return this.#bytes(MachineServiceService.dmesg, { follow: false, tail: false });
  }

  log(id: string, kubernetes: boolean): AsyncIterable<Buffer> {
    const request = { ...containerNamespace(kubernetes), id, follow: false, tailLines: -1 };
    return this.#bytes(MachineServiceService.logs, request);
  }

  file(path: string): AsyncIterable<Buffer> {
    return this.#bytes(MachineServiceService.read, { path });
  }

  async serviceState(id: string): Promise<string | undefined> {
    const service = (await this.services()).find((candidate) => candidate.id === id);
    return service && serviceText(service, this.#query.now());
  }

  async dependencies(): Promise<string> {
    const { client, node } = this.#query;
    const { edges } = await this.ask(InspectServiceService.controllerRuntimeDependencies);
    return dependencyGraph(edges, await liveResources(client, edges, node));
  }

  async *#bytes<Q>(method: MethodDefinition<Q, Data>, request: Q): AsyncGenerator<Buffer, void, undefined> {
    const { client, node } = this.#query;
    const bytes = NodeBytes.of(client, method, request, { node, timeout: patience });
    yield* bytes;
    if (bytes.failure !== undefined) throw bytes.failure;
  }
}
