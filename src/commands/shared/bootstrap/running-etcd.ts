import type { Client } from '../../../client/client.js';
import { listResources } from '../../../client/state.js';
import { CancelledError, TalosctlError } from '../../../errors/errors.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { isPlainList, isPlainMap, type PlainValue } from '../../../render/value.js';
import { onlyMessage } from '../ask-nodes.js';

const kind = { namespace: 'cluster', type: 'Members.cluster.talos.dev' };
const patience = 5_000;

interface Member {
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly isControlPlane: boolean;
}

/**
 * Another node of the cluster that runs etcd already, as far as the node to bootstrap and the endpoints lead to it.
 * Undefined where none is found, and where the node itself will refuse: it runs etcd, or never does. Nodes that do not
 * answer are passed over.
 */
export async function findRunningEtcd(client: Client, node: string | undefined): Promise<string | undefined> {
  const [members, runsItself] = await Promise.all([
    quietly(() => listMembers(client, node), []),
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

async function listMembers(client: Client, node: string | undefined): Promise<readonly Member[]> {
  const resources = await listResources(client, kind, { node, timeout: patience });
  return resources.flatMap((resource) => {
    const spec = resource.spec();
    if (!isPlainMap(spec)) return [];
    const addresses = spec.get('addresses') ?? null;
    return [
      {
        hostname: text(spec.get('hostname')),
        addresses: isPlainList(addresses) ? addresses.map(text) : [],
        isControlPlane: spec.get('machineType') === 'controlplane',
      },
    ];
  });
}

async function runsEtcd(client: Client, node: string | undefined): Promise<boolean> {
  const answer = await client.unary(MachineServiceService.serviceList, {}, { node, timeout: patience });
  return onlyMessage(answer, node ?? '').services.some(({ id, state }) => id === 'etcd' && state === 'Running');
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

function text(value: PlainValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
