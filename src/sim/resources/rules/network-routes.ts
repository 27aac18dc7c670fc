import { nic } from '../hardware.js';
import { asText, type NodeView, resource } from '../node.js';
import { linkLocalAddress, macAddress, subnetOf } from './network-host.js';

interface Route {
  readonly family: 'inet4' | 'inet6';
  readonly dst?: string;
  readonly src?: string;
  readonly gateway?: string;
  readonly link: string;
  readonly table: 'main' | 'local';
  readonly priority?: number;
  readonly scope: string;
  readonly type: string;
  readonly protocol: string;
}

const defaultMetric = 1024;

/** The kernel's routes and rules, and the ones that are asked for. */
export function routeRules(node: NodeView) {
  const { facts } = node;
  const { bits, network, broadcast, gateway } = subnetOf(node);
  const linkLocal = linkLocalAddress(macAddress(node));
  const local = { table: 'local', protocol: 'kernel' } as const;
  const routes: readonly Route[] = [
    {
      family: 'inet4',
      src: facts.address,
      gateway,
      link: nic.name,
      table: 'main',
      priority: defaultMetric,
      scope: 'global',
      type: 'unicast',
      protocol: 'boot',
    },
    {
      family: 'inet4',
      dst: `${network}/${bits}`,
      src: facts.address,
      link: nic.name,
      table: 'main',
      priority: defaultMetric,
      scope: 'link',
      type: 'unicast',
      protocol: 'kernel',
    },
    {
      family: 'inet6',
      dst: 'fe80::/64',
      link: nic.name,
      table: 'main',
      priority: 256,
      scope: 'global',
      type: 'unicast',
      protocol: 'kernel',
    },
    {
      ...local,
      family: 'inet4',
      dst: `${facts.address}/32`,
      src: facts.address,
      link: nic.name,
      scope: 'host',
      type: 'local',
    },
    {
      ...local,
      family: 'inet4',
      dst: `${broadcast}/32`,
      src: facts.address,
      link: nic.name,
      scope: 'link',
      type: 'broadcast',
    },
    { ...local, family: 'inet4', dst: '127.0.0.0/8', src: '127.0.0.1', link: 'lo', scope: 'host', type: 'local' },
    { ...local, family: 'inet4', dst: '127.0.0.1/32', src: '127.0.0.1', link: 'lo', scope: 'host', type: 'local' },
    {
      ...local,
      family: 'inet4',
      dst: '127.255.255.255/32',
      src: '127.0.0.1',
      link: 'lo',
      scope: 'link',
      type: 'broadcast',
    },
    { ...local, family: 'inet6', dst: '::1/128', link: 'lo', scope: 'global', type: 'local' },
    { ...local, family: 'inet6', dst: `${linkLocal}/128`, link: nic.name, scope: 'global', type: 'local' },
    { ...local, family: 'inet6', dst: 'ff00::/8', link: nic.name, priority: 256, scope: 'global', type: 'multicast' },
  ];
  return [...routes.map(status), ...(routes[0] === undefined ? [] : specs(routes[0])), ...rules(), ...operators(node)];
}

function routeId({ family, dst = '', gateway = '', link, table, priority = 0 }: Route): string {
  const before = table === 'main' ? '' : `${table}/`;
  return `${before}${family === 'inet6' ? `${link}/` : ''}${family}/${gateway}/${dst}/${priority}`;
}

function status(route: Route) {
  const { link, ...spec } = route;
  return resource('RouteStatuses.net.talos.dev', routeId(route), 'network.RouteStatusController', {
    ...spec,
    outLinkIndex: link === 'lo' ? 1 : nic.index,
    outLinkName: link,
  });
}

/** The default route as DHCP asks for it, and merged. */
function specs(route: Route) {
  const { link, ...rest } = route;
  const spec = { ...rest, outLinkName: link, layer: 'operator' };
  const id = routeId(route);
  return [
    resource('RouteSpecs.net.talos.dev', `operator/dhcp4/${nic.name}/${id}`, 'network.OperatorSpecController', spec, {
      namespace: 'network-config',
    }),
    resource('RouteSpecs.net.talos.dev', id, 'RouteMergeControllers.net.talos.dev', spec, {
      finalizers: ['network.RouteSpecController'],
    }),
  ];
}

/** The routing rules that every kernel has. */
function rules() {
  const type = 'RoutingRuleStatuses.net.talos.dev';
  const rule = (family: string, table: string, priority: number) =>
    resource(type, `${family}/${String(priority).padStart(5, '0')}`, 'network.RoutingRuleStatusController', {
      family,
      table,
      priority,
      action: 'unicast',
    });
  return [
    rule('inet4', 'local', 0),
    rule('inet4', 'main', 32766),
    rule('inet4', 'default', 32767),
    rule('inet6', 'local', 0),
    rule('inet6', 'main', 32766),
  ];
}

/** DHCP on the network card, unless the configuration sets it up otherwise; virtual addresses as configured. */
function operators({ config }: NodeView) {
  const devices = config?.list('machine.network.interfaces') ?? [];
  const configured = devices.some((device) => asText(device.interface) === nic.name);
  const dhcp = !configured || devices.some((device) => asText(device.interface) === nic.name && device.dhcp === true);
  if (!dhcp) return [];
  const layer = configured ? 'configuration' : 'default';
  const spec = {
    operator: 'dhcp4',
    linkName: nic.name,
    requireUp: true,
    dhcp4: { routeMetric: defaultMetric, clientIdentifier: { clientIdentifier: 'mac' } },
    layer,
  };
  const id = `dhcp4/${nic.name}`;
  return [
    resource('OperatorSpecs.net.talos.dev', `${layer}/${id}`, 'network.OperatorConfigController', spec, {
      namespace: 'network-config',
    }),
    resource('OperatorSpecs.net.talos.dev', id, 'OperatorMergeControllers.net.talos.dev', spec, {
      finalizers: ['network.OperatorSpecController'],
    }),
  ];
}
