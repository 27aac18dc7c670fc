import { TalosctlError } from '../errors/errors.js';
import { parseFingerprint } from '../pki/fingerprint.js';
import type { SelectedContext } from '../talosconfig/select.js';
import { Channel } from './channel.js';
import type { Client, ClientOptions } from './client.js';
import { Connection } from './connection.js';
import { checkNode, type Endpoint, formatAddress, parseEndpoint } from './endpoint.js';
import { readIdentity } from './identity.js';
import { type Lookup, systemLookup } from './lookup.js';
import { listMembers } from './members.js';
import { type NodeSources, resolveNodes } from './node-words.js';
import { proxyFor } from './proxy.js';
import { systemRoots } from './roots.js';
import { ambiguousNode, TalosClient } from './talos-client.js';
import { identityTls, maintenanceTls, type TlsSettings } from './tls.js';

const defaultConnectTimeout = 10_000;
/** Milliseconds in which an endpoint says which members there are; several may be dialled in vain before. */
const membersTimeout = 30_000;

/** Everything that decides where a client connects, and as whom. */
export interface ConnectOptions extends ClientOptions {
  /** The talosconfig context in use; not looked at, and not needed, in maintenance mode. */
  readonly context?: SelectedContext | undefined;
  /** -n; the context's where empty. Nodes, and words for them: `all`, `workers`, `@group`, … */
  readonly nodes: readonly string[];
  /** What a group of nodes of this name holds. Throws TalosctlError where there is none. */
  readonly group?: (name: string) => Promise<readonly string[]>;
  /** -e; the context's where empty. */
  readonly endpoints: readonly string[];
  /** HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE are read, in both cases of letters. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** Ends every call of the client with CancelledError. */
  readonly signal?: AbortSignal | undefined;
  /** Finds the addresses of endpoints and proxies; the system's way unless given. */
  readonly addressesOf?: Lookup | undefined;
  /** Milliseconds that an endpoint may take to be connected; default 10 s. */
  readonly connectTimeout?: number;
  /** Takes sentences for the user, e.g. about a certificate that will expire. */
  readonly warn: (sentence: string) => void;
}

/**
 * Makes a client. Everything that can be known to fail without a connection fails here: no endpoint, no node, an
 * expired certificate. Nothing is dialled before the first call, unless words for nodes have to be asked for.
 */
export async function connect(options: ConnectOptions): Promise<Client> {
  return options.insecure === true ? connectInsecurely(options) : connectByContext(options);
}

async function connectByContext(options: ConnectOptions): Promise<Client> {
  const { context: selected } = options;
  if (selected === undefined) {
    throw new TalosctlError('no talosconfig context is in use', {
      hint: 'choose one with --context or `talosctl config context <name>`, or add one with `talosctl config merge <file>`',
    });
  }
  const { name, context } = selected;
  const written = options.endpoints.length > 0 ? options.endpoints : context.endpoints;
  if (written.length === 0) {
    throw new TalosctlError(`no endpoints are given: neither --endpoints (-e) nor context "${name}" has any`, {
      hint: 'set the control plane nodes as endpoints: `talosctl config endpoint <address>…`, or use --endpoints',
    });
  }
  const endpoints = written.map((text) => parseEndpoint(text));
  const nodes = options.nodes.length > 0 ? options.nodes : context.nodes;
  if (nodes.length === 0 && options.nodesOptional !== true) {
    throw new TalosctlError(`no nodes are given: neither --nodes (-n) nor context "${name}" has any`, {
      hint: 'name the nodes with --nodes, or set them once: `talosctl config node <address>…`',
    });
  }
  const identity = readIdentity(selected, options.now, options.warn);
  const roots = identity.ca === undefined ? await systemRoots(options.env) : undefined;
  const connection = connectionTo(endpoints, options, identityTls(name, identity, roots));
  const cluster = context.cluster ?? '';
  const clientOf = (asked: readonly string[]): Client =>
    new TalosClient({
      endpoints: endpoints.map(({ address }) => address),
      nodes: asked,
      insecure: false,
      metadata: {
        runtime: 'Talos',
        ...(cluster === '' ? {} : { context: cluster }),
        ...(identity.authorization === undefined ? {} : { authorization: identity.authorization }),
      },
      signal: options.signal,
      connectionTo: () => connection,
      close: () => connection.close(),
    });
  try {
    const members = () => listMembers(clientOf([]), { timeout: membersTimeout });
    const asked = await resolveNodes(nodes, { members, group: groupsOf(options), warn: options.warn });
    for (const node of asked) checkNode(node);
    return clientOf(asked);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function groupsOf({ group }: ConnectOptions): NodeSources['group'] {
  const noGroups: NodeSources['group'] = async (name) => {
    throw new TalosctlError(`there are no node groups here, and so no @${name}`);
  };
  return group ?? noGroups;
}

/** Maintenance mode: each node is dialled itself, and has a connection of its own. */
async function connectInsecurely(options: ConnectOptions): Promise<Client> {
  const nodes = await resolveNodes(options.nodes, {
    // Such nodes belong to no cluster yet.
    members: async () => undefined,
    group: groupsOf(options),
    warn: options.warn,
  });
  if (nodes.length === 0) {
    throw new TalosctlError('no nodes are given: with --insecure the nodes are dialled themselves', {
      hint: 'name them with --nodes (-n), as address or address:port',
    });
  }
  const tls = maintenanceTls((options.certFingerprints ?? []).map(parseFingerprint));
  const endpoints = new Map(nodes.map((node) => [node, parseEndpoint(node, 'node')]));
  const connections = new Map([...endpoints].map(([node, endpoint]) => [node, connectionTo([endpoint], options, tls)]));
  return new TalosClient({
    endpoints: [...endpoints.values()].map(({ address }) => address),
    // A node that is named twice is one node.
    nodes: [...endpoints.keys()],
    insecure: true,
    metadata: { runtime: 'Talos' },
    signal: options.signal,
    connectionTo: (node) => {
      const [only] = connections.values();
      const connection = node === undefined ? (connections.size === 1 ? only : undefined) : connections.get(node);
      if (connection === undefined) throw ambiguousNode(nodes);
      return connection;
    },
    close: () => {
      for (const connection of connections.values()) connection.close();
    },
  });
}

function connectionTo(endpoints: readonly Endpoint[], options: ConnectOptions, tls: TlsSettings): Connection {
  const proxyOf = ({ host, port }: Endpoint) => proxyFor(options.env, host, port);
  return new Connection(endpoints, {
    open: (endpoint) =>
      new Channel({ endpoint, proxy: proxyOf(endpoint), tls, addressesOf: options.addressesOf ?? systemLookup }),
    proxy: (endpoint) => {
      const proxy = proxyOf(endpoint);
      return proxy && formatAddress(proxy.host, proxy.port);
    },
    anonymous: tls.trust.kind !== 'authority',
    connectTimeout: options.connectTimeout ?? defaultConnectTimeout,
  });
}
