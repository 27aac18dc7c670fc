import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Value, ValueMap } from '../../../machineconfig/document.js';
import { formatIpAddress } from '../../../pki/ip.js';
import { asMap, type ConfigView, type NodeView, type Rule, resource } from '../node.js';
import { clusterMembers } from './cluster.js';
import { macAddress } from './network-host.js';
import { isPrefix, podSubnets } from './networks.js';

const wireguardPort = 51820;
/** What precedes the 32 bytes of a key in PKCS#8. */
const x25519Header = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** The WireGuard network between the nodes, where it is configured. */
export const kubespanRules: Rule = (node) => {
  const { config } = node;
  const settings = config === undefined ? {} : kubespanSettings(config);
  const enabled = settings.enabled === true;
  const spec = resource('KubeSpanConfigs.kubespan.talos.dev', 'kubespan', 'kubespan.ConfigController', {
    enabled,
    clusterId: config?.text('cluster.id'),
    sharedSecret: config?.text('cluster.secret'),
    forceRouting: enabled && settings.allowDownPeerBypass !== true,
    advertiseKubernetesNetworks: settings.advertiseKubernetesNetworks === true,
    harvestExtraEndpoints: settings.harvestExtraEndpoints === true,
    mtu: settings.mtu ?? (enabled ? 1420 : 0),
    endpointFilters: asMap(settings.filters).endpoints,
    excludeAdvertisedNetworks: texts(asMap(settings.filters).excludeAdvertisedNetworks).filter(isPrefix),
  });
  if (config === undefined) return [];
  return enabled ? [spec, identity(node, config), ...peers(node, config)] : [spec];
};

function kubespanSettings(config: ConfigView): ValueMap {
  return config.documents('KubeSpanConfig')[0] ?? config.map('machine.network.kubespan');
}

function identity(node: NodeView, config: ConfigView) {
  const subnet = ulaPrefix(config.text('cluster.id') ?? '');
  const { privateKey, publicKey } = keyPair(node.facts.nodeId);
  return resource('KubeSpanIdentities.kubespan.talos.dev', 'local', 'kubespan.IdentityController', {
    address: `${ulaAddress(subnet, Buffer.from(macAddress(node).replaceAll(':', ''), 'hex'))}/128`,
    subnet: `${formatIpAddress(Buffer.concat([subnet, Buffer.alloc(8)]))}/64`,
    privateKey,
    publicKey,
  });
}

function peers(node: NodeView, config: ConfigView) {
  const subnet = ulaPrefix(config.text('cluster.id') ?? '');
  return clusterMembers(node)
    .filter(({ nodeId }) => nodeId !== node.facts.nodeId)
    .flatMap(({ nodeId, hostname, addresses }) => {
      const { publicKey } = keyPair(nodeId);
      const address = ulaAddress(subnet, createHash('sha256').update(nodeId).digest().subarray(0, 6));
      const endpoints = addresses.map((host) => `${host}:${wireguardPort}`);
      return [
        resource('KubeSpanPeerSpecs.kubespan.talos.dev', publicKey, 'kubespan.PeerSpecController', {
          address,
          allowedIPs: [
            `${address}/128`,
            ...addresses.map((host) => `${host}/32`),
            ...podSubnets(config).filter(isPrefix),
          ],
          endpoints,
          label: hostname,
        }),
        resource('KubeSpanPeerStatuses.kubespan.talos.dev', publicKey, 'kubespan.ManagerController', {
          endpoint: endpoints[0],
          label: hostname,
          state: 'unknown',
          lastUsedEndpoint: endpoints[0],
        }),
        ...endpoints.map((endpoint) =>
          resource('KubeSpanEndpoints.kubespan.talos.dev', publicKey, 'kubespan.EndpointController', {
            affiliateID: nodeId,
            endpoint,
          }),
        ),
      ];
    });
}

/** A node's keys follow from its identity, so that every node of the simulation knows the others'. */
function keyPair(nodeId: string): { readonly privateKey: string; readonly publicKey: string } {
  const secret = createHash('sha256').update(`kubespan ${nodeId}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([x25519Header, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
  return { privateKey: secret.toString('base64'), publicKey: publicKey.toString('base64') };
}

/** The first eight bytes of the cluster's addresses: unique local, the cluster's, purpose KubeSpan. */
function ulaPrefix(clusterId: string): Buffer {
  const hash = createHash('sha256').update(clusterId).digest();
  return Buffer.from([0xfd, ...hash.subarray(0, 6), 0x02]);
}

function ulaAddress(prefix: Buffer, mac: Buffer): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac;
  return formatIpAddress(Buffer.concat([prefix, Buffer.from([a ^ 2, b, c, 0xff, 0xfe, d, e, f])]));
}

function texts(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
