import type { Client } from '../../client/client.js';
import { listMembers } from '../../client/members.js';
import { CancelledError, TalosctlError } from '../../errors/errors.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Member } from '../../resources/member.js';

const patience = 5_000;

/**
 * Another node of the cluster that runs etcd already, as far as the node to bootstrap and the endpoints lead to it.
 * Undefined where none is found, and where the node itself will refuse: it runs etcd, or never does. Nodes that do not
 * answer are passed over.
 */
export async function findRunningEtcd(client: Client, node: string | undefined): Promise<string | undefined> {
  const [members = [], runsItself] = await Promise.all([
    quietly(() => listMembers(client, { node, timeout: patience }), []),
    quietly(() => runsEtcd(client, node), false),
  ]);
  const isOwn = ({ hostname, addresses }: Member): boolean =>
    node !== undefined && (hostname === node || addresses.includes(node));
  if (runsItself || members.find(isOwn)?.isControlPlane === false) return undefined;
  const others = members.filter((member) => member.isControlPlane && !isOwn(member));
  const endpoints = client.endpoints
    .map(hostOf)
    .filter((host) => host !== node && !members.some(({ addresses }) => addresses.includes(host)));
  const asked = [
    ...others.map(({ hostname, addresses }) => ({ name: hostname, address: addresses[0] ?? hostname })),
    ...endpoints.map((host) => ({ name: host, address: host })),
  ];
  const running = await Promise.all(asked.map(({ address }) => quietly(() => runsEtcd(client, address), false)));
  const found = asked.find((_, index) => running[index] === true);
  return found === undefined || found.name === found.address ? found?.address : `${found.address} (${found.name})`;
}

async function runsEtcd(client: Client, node: string | undefined): Promise<boolean> {
  const { messages } = await client.unary(MachineServiceService.serviceList, {}, { node, timeout: patience });
  return messages[0]?.services.some(({ id, state }) => id === 'etcd' && state === 'Running') ?? false;
}

async function quietly<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof TalosctlError)) throw error;
    return otherwise;
  }
}

/** The host of `host:port`. */
function hostOf(address: string): string {
  return address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
