import type { Runtime } from './runtime.js';
import { specTexts } from './spec.js';

/** What the controllers of the system, and its resolver, say when they have found their settings. */
export function logSettings(runtime: Runtime): void {
  const { machine, hostname, resources } = runtime;
  const spec = (type: string, id: string) => resources.get('network', type, id)?.spec;
  const timeServers = specTexts(spec('TimeServerStatuses.net.talos.dev', 'timeservers'), 'timeServers');
  const resolvers = specTexts(spec('ResolverStatuses.net.talos.dev', 'resolvers'), 'dnsServers');
  const controller = (name: string, message: string, fields: object): string =>
    `${machine.now().toISOString()} INFO ${message} ` +
    JSON.stringify({ component: 'controller-runtime', controller: name, ...fields });
  const log = runtime.logs.of('controller-runtime');
  log.write(controller('network.HostnameSpecController', 'setting hostname', { hostname }));
  log.write(controller('network.ResolverSpecController', 'setting resolvers', { resolvers }));
  log.write(controller('network.TimeServerSpecController', 'setting time servers', { addresses: timeServers }));
  log.write(controller('network.AddressSpecController', 'assigned address', { address: machine.identity.address }));
  runtime.logs
    .of('dns-resolve-cache')
    .write(
      `${machine.now().toISOString()} INFO updated dns server nameservers ${JSON.stringify({ component: 'dns-resolve-cache', addrs: resolvers.map((address) => `${address}:53`) })}`,
    );
}
