import { asMap, asText, type ConfigView, type NodeView, resource } from '../node.js';
import { forwardsKubeDns, hostDnsAddress, hostDnsEnabled } from './network-host.js';

const defaultResolvers = ['1.1.1.1', '8.8.8.8'];
const defaultTimeServers = ['time.cloudflare.com'];
const resolverPort = 53;

/** Host name, resolvers, time servers, the host's own resolver. */
export function nameRules(node: NodeView) {
  const { facts, config } = node;
  const resolvers = chosen(config, 'machine.network.nameservers', 'ResolverConfig', 'nameservers', defaultResolvers);
  const timeServers = chosen(config, 'machine.time.servers', 'TimeSyncConfig', 'ntp.servers', defaultTimeServers);
  const searchDomains = config?.texts('machine.network.searchDomains') ?? [];
  const [hostname = '', ...domain] = facts.hostname.split('.');
  const name = { hostname, domainname: domain.join('.') };
  return [
    ...layered(
      'HostnameSpecs.net.talos.dev',
      'hostname',
      { ...name, layer: hostnameLayer(config) },
      { config: 'network.HostnameConfigController', merge: 'HostnameMergeControllers.net.talos.dev' },
      'network.HostnameSpecController',
    ),
    resource('HostnameStatuses.net.talos.dev', 'hostname', 'network.HostnameSpecController', name),
    ...layered(
      'ResolverSpecs.net.talos.dev',
      'resolvers',
      { dnsServers: resolvers.values, layer: resolvers.layer, searchDomains },
      { config: 'network.ResolverConfigController', merge: 'ResolverMergeControllers.net.talos.dev' },
      'network.ResolverSpecController',
    ),
    resource('ResolverStatuses.net.talos.dev', 'resolvers', 'network.ResolverSpecController', {
      dnsServers: resolvers.values,
      searchDomains,
    }),
    ...layered(
      'TimeServerSpecs.net.talos.dev',
      'timeservers',
      { timeServers: timeServers.values, layer: timeServers.layer },
      { config: 'network.TimeServerConfigController', merge: 'TimeServerMergeControllers.net.talos.dev' },
      'network.TimeServerSpecController',
    ),
    resource('TimeServerStatuses.net.talos.dev', 'timeservers', 'network.TimeServerSpecController', {
      timeServers: timeServers.values,
    }),
    ...hostDns(node, resolvers.values),
  ];
}

function hostnameLayer(config: ConfigView | undefined): 'default' | 'configuration' {
  const documents = config?.documents('HostnameConfig') ?? [];
  const named = config?.text('machine.network.hostname') !== undefined;
  return named || documents.some(({ hostname }) => asText(hostname) !== undefined) ? 'configuration' : 'default';
}

/** Values from the v1alpha1 document or a document of their own, else the defaults; and where they come from. */
function chosen(
  config: ConfigView | undefined,
  path: string,
  kind: string,
  key: string,
  defaults: readonly string[],
): { readonly values: readonly string[]; readonly layer: 'default' | 'configuration' } {
  const documents = config?.documents(kind) ?? [];
  const fromDocuments = documents.flatMap((document) => {
    const value = key.split('.').reduce<unknown>((map, part) => asMap(map as never)[part], document);
    return Array.isArray(value) ? value.map((item) => asText(item) ?? asText(asMap(item).address) ?? '') : [];
  });
  const values = fromDocuments.length > 0 ? fromDocuments : (config?.texts(path) ?? []);
  return values.length > 0 ? { values, layer: 'configuration' } : { values: defaults, layer: 'default' };
}

/** A setting as its source asks for it, and merged. */
function layered(
  type: string,
  id: string,
  spec: { readonly layer: string; readonly [field: string]: unknown },
  owners: { readonly config: string; readonly merge: string },
  finalizer: string,
) {
  return [
    resource(type, `${spec.layer}/${id}`, owners.config, spec, { namespace: 'network-config' }),
    resource(type, id, owners.merge, spec, { finalizers: [finalizer] }),
  ];
}

function hostDns(node: NodeView, resolvers: readonly string[]) {
  const enabled = hostDnsEnabled(node);
  const addresses = ['127.0.0.53', ...(forwardsKubeDns(node) ? [hostDnsAddress] : [])];
  const listen = addresses.map((address) => `${address}:${resolverPort}`);
  return [
    resource('HostDNSConfigs.net.talos.dev', 'config', 'network.HostDNSConfigController', {
      enabled,
      listenAddresses: listen,
      ...(forwardsKubeDns(node) ? { serviceHostDNSAddress: hostDnsAddress } : {}),
      resolveMemberNames: node.config?.flag('machine.features.hostDNS.resolveMemberNames') ?? false,
    }),
    ...(enabled
      ? [
          ...['tcp', 'udp'].flatMap((protocol) =>
            listen.map((address) =>
              resource(
                'DNSResolveCaches.net.talos.dev',
                `${protocol}-${address}`,
                'network.DNSResolveCacheController',
                {
                  status: 'running',
                },
              ),
            ),
          ),
          ...resolvers.map((address, index) =>
            resource(
              'DNSUpstreams.net.talos.dev',
              `#${String(index).padStart(3, '0')} ${address}`,
              'network.DNSUpstreamController',
              { addr: `${address}:${resolverPort}`, healthy: 'true' },
            ),
          ),
        ]
      : []),
  ];
}
