import {
  type ConnectRecord,
  ConnectRecord_State as State,
  ConnectRecord_TimerActive as Timer,
} from '../../gen/machine/machine.js';
import { type Pod, type PodContainer, podsOf } from './pods.js';
import type { Runtime } from './runtime.js';
import { specTexts } from './spec.js';

type Protocol = 'tcp' | 'tcp6' | 'udp' | 'udp6';
type Endpoint = readonly [address: string, port: number];

/** A process and its sockets. */
interface Program {
  readonly pid: number;
  readonly name: string;
  readonly uid: number;
  /** Name of the network namespace; empty for the machine's own network. */
  readonly network: string;
  readonly listens: readonly (readonly [protocol: Protocol, ...endpoint: Endpoint])[];
  /** TCP connections, from an address to an endpoint. */
  readonly connects: readonly (readonly [from: string, ...to: Endpoint])[];
}

interface Socket {
  readonly protocol: Protocol;
  readonly local: Endpoint;
  /** Absent: nobody is at the other end. */
  readonly remote?: Endpoint;
  readonly program: Program;
}

const anyIpv4 = '0.0.0.0';
const anyIpv6 = '::';
const localhost = '127.0.0.1';
const kubePrism: Endpoint = [localhost, 7445];
const kubernetesService: Endpoint = ['10.96.0.1', 443];
/** The first port of the kernel's range for outgoing connections. */
const firstOutgoingPort = 32_768;
const firstInode = 4096;
const keepAliveHundredths = 1480n;

/** What is open on the machine and in the networks of its pods, protocol by protocol as the kernel lists it. */
export function socketsOf(runtime: Runtime): readonly ConnectRecord[] {
  const programs = [...systemPrograms(runtime), ...podPrograms(runtime)];
  const sockets = [...listening(programs), ...connected(programs)];
  const protocols: readonly Protocol[] = ['tcp', 'tcp6', 'udp', 'udp6'];
  return protocols.flatMap((protocol) => sockets.filter((socket) => socket.protocol === protocol)).map(record);
}

function systemPrograms(runtime: Runtime): readonly Program[] {
  const { services, machine, resources } = runtime;
  const { address } = machine.identity;
  const dns = specTexts(resources.get('network', 'HostDNSConfigs.net.talos.dev', 'config')?.spec, 'listenAddresses');
  const dnsListens = dns.flatMap((endpoint) => {
    const [host = '', port] = endpoint.split(':');
    return (['tcp', 'udp'] as const).map((protocol) => [protocol, host, Number(port)] as const);
  });
  const apiServer = runtime.kubernetesUp ? [[address, address, 6443] as const] : [];
  const service = (id: string, name: string, uid: number, sockets: Partial<Program>): Program => ({
    pid: services.find(id)?.pid ?? 0,
    name,
    uid,
    network: '',
    listens: [],
    connects: [],
    ...sockets,
  });
  const prismListens = runtime.complete ? [['tcp', ...kubePrism] as const] : [];
  const peers = services.find('etcd')?.up === true ? machine.neighbours.etcdPeers(clusterOf(runtime)) : [];
  return [
    { ...service('', 'init', 0, { listens: [...dnsListens, ...prismListens], connects: apiServer }), pid: 1 },
    ...[
      service('apid', 'apid', 50, { listens: [['tcp6', anyIpv6, 50_000]] }),
      service('trustd', 'trustd', 51, { listens: [['tcp6', anyIpv6, 50_001]] }),
      service('cri', 'containerd', 0, { listens: [['tcp', localhost, 38_393]] }),
      service('etcd', 'etcd', 60, {
        listens: [
          ['tcp6', anyIpv6, 2379],
          ['tcp6', anyIpv6, 2380],
        ],
        connects: peers.filter((peer) => peer.address !== address).map((peer) => [address, peer.address, 2380]),
      }),
      service('kubelet', 'kubelet', 0, {
        listens: [
          ['tcp', localhost, 10_248],
          ['tcp6', anyIpv6, 10_250],
        ],
        connects: machine.neighbours.kubernetesUp(clusterOf(runtime)) ? [[localhost, ...kubePrism]] : [],
      }),
    ].filter(({ pid }) => pid !== 0),
  ];
}

function podPrograms(runtime: Runtime): readonly Program[] {
  return podsOf(runtime).flatMap((pod) =>
    pod.containers.flatMap((container) => {
      const sockets = podSockets[container.name]?.(pod);
      return sockets === undefined ? [] : [{ ...identityOf(pod, container), ...sockets }];
    }),
  );
}

const podSockets: Readonly<Record<string, (pod: Pod) => Pick<Program, 'listens' | 'connects'>>> = {
  'kube-apiserver': () => ({ listens: [['tcp6', anyIpv6, 6443]], connects: [[localhost, localhost, 2379]] }),
  'kube-controller-manager': () => ({ listens: [['tcp', localhost, 10_257]], connects: [[localhost, ...kubePrism]] }),
  'kube-scheduler': () => ({ listens: [['tcp', localhost, 10_259]], connects: [[localhost, ...kubePrism]] }),
  'kube-proxy': () => ({
    listens: [
      ['tcp', localhost, 10_249],
      ['tcp6', anyIpv6, 10_256],
    ],
    connects: [[localhost, ...kubePrism]],
  }),
  'kube-flannel': () => ({ listens: [['udp', anyIpv4, 8472]], connects: [[localhost, ...kubePrism]] }),
  coredns: ({ address }) => ({
    listens: [
      ['tcp6', anyIpv6, 53],
      ['tcp6', anyIpv6, 8080],
      ['tcp6', anyIpv6, 8181],
      ['tcp6', anyIpv6, 9153],
      ['udp6', anyIpv6, 53],
    ],
    connects: [[address, ...kubernetesService]],
  }),
};

function identityOf({ networkNamespace }: Pod, { pid, name }: PodContainer) {
  return { pid, name, uid: name === 'kube-apiserver' ? 65_534 : 0, network: networkNamespace };
}

function listening(programs: readonly Program[]): readonly Socket[] {
  return programs.flatMap((program) =>
    program.listens.map(([protocol, ...local]): Socket => ({ protocol, local, program })),
  );
}

/** Both ends of each connection, where the other one is on this machine. */
function connected(programs: readonly Program[]): readonly Socket[] {
  let port = firstOutgoingPort;
  return programs.flatMap((program) =>
    program.connects.flatMap(([from, ...to]): readonly Socket[] => {
      port += 2;
      const own: Socket = { protocol: 'tcp', local: [from, port], remote: to, program };
      const server = from === to[0] ? listenerOn(programs, program.network, to[1]) : undefined;
      return server === undefined ? [own] : [own, { ...server, local: to, remote: own.local }];
    }),
  );
}

function listenerOn(programs: readonly Program[], network: string, port: number): Socket | undefined {
  return listening(programs).find(
    ({ protocol, local, program }) =>
      program.network === network && local[1] === port && (protocol === 'tcp' || protocol === 'tcp6'),
  );
}

function record({ protocol, local, remote, program }: Socket, index: number): ConnectRecord {
  const [remoteip, remoteport] = remote ?? [protocol.endsWith('6') ? anyIpv6 : anyIpv4, 0];
  const { pid, name, uid, network } = program;
  return {
    l4proto: protocol,
    localip: local[0],
    localport: local[1],
    remoteip,
    remoteport,
    state: stateOf(protocol, remote),
    txqueue: 0n,
    rxqueue: 0n,
    tr: remote === undefined ? Timer.OFF : Timer.KEEPALIVE,
    timerwhen: remote === undefined ? 0n : keepAliveHundredths,
    retrnsmt: 0n,
    uid,
    timeout: 0n,
    inode: BigInt(firstInode + index * 13),
    ref: 2n,
    pointer: 0n,
    process: { pid, name },
    netns: network,
  };
}

function stateOf(protocol: Protocol, remote: Endpoint | undefined): State {
  if (protocol.startsWith('udp')) return State.CLOSE;
  return remote === undefined ? State.LISTEN : State.ESTABLISHED;
}

function clusterOf({ configuration }: Runtime): string {
  return configuration.active?.view.clusterId ?? '';
}
