import { createServer, type Server } from 'node:http';

/** A network that a cluster has for itself as long as it holds the server. */
export interface ClaimedNetwork {
  /** `127.5.0.0/24`, or `127.0.0.1/32` where nodes are told apart by port. */
  readonly network: string;
  readonly gateway: string;
  /** Listens on the gateway; what shows others that the network is taken. */
  readonly server: Server;
  /** Address and port of the node with this number, from 0. Port 0: any free one. */
  node(index: number): { readonly address: string; readonly port: number };
}

export const apiPort = 50000;
/** The gateway's own port: who listens there has the network. */
export const claimPort = 50000;
const networks = 256;
const firstHost = 2;

/** How many machines fit into one network. */
export const largestCluster = 253;

/**
 * Claims a network for a cluster: the one named, else the first that nobody has. Binding the gateway's port decides
 * between processes, whoever they belong to.
 */
export async function claimNetwork(wanted?: string): Promise<ClaimedNetwork> {
  if (wanted !== undefined) {
    const claimed = await claim(wanted);
    if (claimed !== undefined) return claimed;
    throw new Error(`the network ${wanted} of this cluster is in use by another process`);
  }
  for (let number = 0; number < networks; number++) {
    const claimed = await claim(`127.5.${number}.0/24`);
    if (claimed !== undefined) return claimed;
  }
  throw new Error('no network is free: 127.5.0.0/24 to 127.5.255.0/24 are all in use');
}

/** Undefined where somebody else has the network. Systems without all of 127.0.0.0/8 get ports of 127.0.0.1. */
async function claim(network: string): Promise<ClaimedNetwork | undefined> {
  const base = /^(127\.5\.\d+)\.0\/24$/.exec(network)?.[1];
  if (base === undefined) return claimPorts();
  const gateway = `${base}.1`;
  const server = createServer();
  try {
    await listen(server, gateway, claimPort);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return undefined;
    if (code === 'EADDRNOTAVAIL') return claimPorts();
    throw error;
  }
  return { network, gateway, server, node: (index) => ({ address: `${base}.${firstHost + index}`, port: apiPort }) };
}

async function claimPorts(): Promise<ClaimedNetwork> {
  const gateway = '127.0.0.1';
  const server = createServer();
  await listen(server, gateway, 0);
  return { network: '127.0.0.1/32', gateway, server, node: () => ({ address: gateway, port: 0 }) };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A port that is free now, for systems where nodes are told apart by port. */
export async function freePort(host: string): Promise<number> {
  const server = createServer();
  await listen(server, host, 0);
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
