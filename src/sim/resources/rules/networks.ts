import { isIP } from 'node:net';
import { formatIpAddress, ipAddressBytes } from '../../../pki/ip.js';
import type { ConfigView } from '../node.js';

const defaultPodSubnet = '10.244.0.0/16';
const defaultServiceSubnet = '10.96.0.0/12';

export function podSubnets(config: ConfigView): readonly string[] {
  const configured = config.texts('cluster.network.podSubnets');
  return configured.length > 0 ? configured : [defaultPodSubnet];
}

export function serviceSubnets(config: ConfigView): readonly string[] {
  const configured = config.texts('cluster.network.serviceSubnets');
  return configured.length > 0 ? configured : [defaultServiceSubnet];
}

export function dnsDomain(config: ConfigView): string {
  return config.text('cluster.network.dnsDomain') ?? 'cluster.local';
}

/** The tenth address of each service subnet: where DNS is. */
export function dnsServiceAddresses(config: ConfigView): readonly string[] {
  return serviceSubnets(config)
    .filter(isPrefix)
    .map((subnet) => addressIn(subnet, 10));
}

/** The first address of each service subnet: where the Kubernetes API is. */
export function apiServiceAddresses(config: ConfigView): readonly string[] {
  return serviceSubnets(config)
    .filter(isPrefix)
    .map((subnet) => addressIn(subnet, 1));
}

function addressIn(subnet: string, offset: number): string {
  const bytes = Buffer.from(ipAddressBytes(subnet.replace(/\/.*$/, '')));
  bytes[bytes.length - 1] = ((bytes.at(-1) ?? 0) + offset) % 256;
  return formatIpAddress(bytes);
}

/** Whether a text is an address with a prefix length: a configuration may hold others, which a node then goes without. */
export function isPrefix(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const version = isIP(address);
  return version > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
