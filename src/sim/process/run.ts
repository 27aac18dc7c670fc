import { randomBytes } from 'node:crypto';
import { SimCluster } from '../cluster.js';
import { serveControl } from './control.js';
import { FolderClusters } from './folder-clusters.js';
import { FolderDisk } from './folder-disk.js';
import { lockCluster } from './lock.js';
import { type ClaimedNetwork, claimNetwork, freePort } from './network.js';
import { type ClusterState, type NodeState, nodeFolder, readState, writeState } from './state.js';

export interface RunOptions {
  /** The cluster's folder, with its `state.yaml`. */
  readonly folder: string;
  readonly pid: number;
  /** When this process began, as `ProcessState.began`. */
  readonly began: string;
  /** Ends the run when it aborts. */
  readonly signal: AbortSignal;
  /** Told about defects of the simulation. */
  readonly onFault: (message: string) => void;
}

/**
 * Runs the machines of a cluster until it is told to stop. Claims the network first (the recorded one when the cluster
 * ran before), then writes into the state file where everything is.
 */
export async function runCluster(options: RunOptions): Promise<void> {
  const { folder, pid, began } = options;
  const recorded = readState(folder);
  if (recorded === undefined) throw new Error(`there is no cluster in ${folder}`);
  const unlock = await lockCluster(folder, { pid, began });
  try {
    const network = await claimNetwork(recorded.network === '' ? undefined : recorded.network);
    try {
      await serve(options, recorded, network);
    } finally {
      network.server.closeAllConnections();
      await new Promise<void>((resolve) => network.server.close(() => resolve()));
    }
  } finally {
    unlock();
  }
}

async function serve(options: RunOptions, recorded: ClusterState, network: ClaimedNetwork): Promise<void> {
  const { folder, pid, began, signal, onFault } = options;
  const nodes = await addressed(recorded.nodes, network);
  const token = randomBytes(24).toString('base64url');
  const cluster = new SimCluster({
    machines: nodes.map((identity) => ({ identity, disk: new FolderDisk(nodeFolder(folder, identity.name)) })),
    timeScale: recorded.timeScale,
    kept: new FolderClusters(folder),
    onFault: (machine, error) => onFault(`${machine}: ${describe(error)}`),
  });
  const stop = new AbortController();
  serveControl({ server: network.server, token, pid, cluster, stop: () => stop.abort() });
  const state: ClusterState = {
    ...recorded,
    network: network.network,
    gateway: network.gateway,
    nodes,
    process: { pid, began, control: controlUrl(network), token },
  };
  cluster.powerOn();
  writeState(folder, state);
  await aborted(AbortSignal.any([signal, stop.signal]));
  await cluster.stop();
  // Whoever told us to stop may have removed the folder by now.
  if (readState(folder)?.process?.pid === pid) writeState(folder, { ...state, process: undefined });
}

/** Gives every node its place in the network; one that has a place keeps it. */
async function addressed(nodes: readonly NodeState[], network: ClaimedNetwork): Promise<readonly NodeState[]> {
  const placed: NodeState[] = [];
  for (const [index, node] of nodes.entries()) {
    const { address, port } = network.node(index);
    const kept = node.address === address && node.port !== 0 ? node.port : port;
    placed.push({ ...node, address, subnet: network.network, port: kept === 0 ? await freePort(address) : kept });
  }
  return placed;
}

function controlUrl({ server, gateway }: ClaimedNetwork): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the control server does not listen');
  return `http://${gateway}:${address.port}`;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
