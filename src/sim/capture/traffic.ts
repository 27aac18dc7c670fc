import { createHash } from 'node:crypto';
import type { Runtime } from '../machine/runtime.js';
import { specText } from '../machine/spec.js';
import { arpFrame, dnsMessage, type Host, tcpFlag, tcpFrame, udpFrame } from './frames.js';

/**
 * What passes a link of the machine, without end: its own talk with the other machines of the cluster, with time and name
 * servers, and on the loopback link that of its services. With `promiscuous` also what others say to each other.
 */
export function* traffic(runtime: Runtime, link: string, promiscuous: boolean): Generator<Buffer, never, undefined> {
  const here: Host = { mac: macOf(runtime, link), address: link === 'lo' ? '127.0.0.1' : ownAddress(runtime) };
  const others = link === 'lo' ? [here] : neighbours(runtime);
  for (let round = 0; ; round += 1) {
    for (const [index, other] of others.entries()) {
      for (const { port, client } of conversations(runtime, link)) {
        yield* exchange(here, other, port, 40_000 + ((client + index) % 20_000), round);
      }
      if (link === 'lo') continue;
      if (round % 5 === 0) {
        yield arpFrame(here, other, false);
        yield arpFrame(other, here, true);
      }
      const stranger = others[(index + 1) % others.length];
      if (promiscuous && stranger !== undefined && stranger !== other)
        yield* exchange(other, stranger, 10250, 51_210, round);
    }
    const [gateway] = others;
    if (link !== 'lo' && gateway !== undefined) {
      const id = (round * 7919 + 4243) & 0xffff;
      const resolver = { mac: gateway.mac, address: '1.1.1.1' };
      yield udpFrame(here, resolver, 42_311, 53, dnsMessage(id, 'discovery.talos.dev'));
      yield udpFrame(resolver, here, 53, 42_311, dnsMessage(id, 'discovery.talos.dev', '192.0.2.80'));
    }
  }
}

interface Conversation {
  readonly port: number;
  readonly client: number;
}

function conversations(runtime: Runtime, link: string): readonly Conversation[] {
  const etcd = runtime.services.find('etcd')?.up === true ? [{ port: link === 'lo' ? 2379 : 2380, client: 3120 }] : [];
  const kubernetes = runtime.services.find('kubelet')?.up === true ? [{ port: 6443, client: 8714 }] : [];
  return [...(link === 'lo' ? [] : [{ port: 50_000, client: 1777 }]), ...etcd, ...kubernetes];
}

const bytesPerTurn = 130;

/** A question on a connection that is there, its answer, and the acknowledgement. */
function* exchange(
  server: Host,
  client: Host,
  port: number,
  clientPort: number,
  round: number,
): Generator<Buffer, void, undefined> {
  const question = turn(`${client.address} ${port} ${round}`, 60 + (round % 40));
  const answer = turn(`${server.address} ${port} ${round}`, bytesPerTurn);
  const asked = 1_000 + round * 100;
  const answered = 5_000 + round * bytesPerTurn;
  const toServer = { source: clientPort, destination: port };
  const toClient = { source: port, destination: clientPort };
  const flags = tcpFlag.push | tcpFlag.ack;
  yield tcpFrame(client, server, { ...toServer, sequence: asked, acknowledgement: answered, flags, data: question });
  yield tcpFrame(server, client, {
    ...toClient,
    sequence: answered,
    acknowledgement: asked + question.length,
    flags,
    data: answer,
  });
  yield tcpFrame(client, server, {
    ...toServer,
    sequence: asked + question.length,
    acknowledgement: answered + answer.length,
    flags: tcpFlag.ack,
    data: Buffer.alloc(0),
  });
}

/** Bytes as of an encrypted connection: a TLS record of application data. */
function turn(purpose: string, length: number): Buffer {
  const noise = createHash('shake256', { outputLength: length - 5 })
    .update(purpose)
    .digest();
  return Buffer.concat([Buffer.from([0x17, 0x03, 0x03, (length - 5) >> 8, (length - 5) & 0xff]), noise]);
}

/** The other machines of the cluster, and the gateway first. */
function neighbours(runtime: Runtime): readonly Host[] {
  const own = ownAddress(runtime);
  const gateway = own.replace(/\d+$/, '1');
  const clusterId = runtime.configuration.active?.view.clusterId ?? '';
  const members = runtime.machine.neighbours.members(clusterId).flatMap(({ addresses }) => addresses.slice(0, 1));
  return [gateway, ...members.filter((address) => address !== own)].map((address) => ({
    address,
    mac: `52:54:00:${createHash('sha256')
      .update(address)
      .digest('hex')
      .slice(0, 6)
      .replace(/(..)(..)(..)/, '$1:$2:$3')}`,
  }));
}

function ownAddress({ machine }: Runtime): string {
  return machine.identity.address;
}

function macOf(runtime: Runtime, link: string): string {
  const status = runtime.resources.get('network', 'LinkStatuses.net.talos.dev', link);
  return specText(status?.spec, 'hardwareAddr') || '00:00:00:00:00:00';
}
