import { nic } from '../hardware.js';
import { asText, type NodeView, resource } from '../node.js';
import { loopbackMac, macAddress } from './network-host.js';

/** Links, their hardware, and what is asked of them. */
export function linkRules(node: NodeView) {
  const mac = macAddress(node);
  const devices = node.config?.list('machine.network.interfaces') ?? [];
  const mtu = devices.map((device) => Number(device.mtu ?? 0)).find((value) => value > 0) ?? 1500;
  return [
    resource('LinkStatuses.net.talos.dev', nic.name, 'network.LinkStatusController', {
      altNames: [`${nic.alias}${mac.replaceAll(':', '')}`],
      index: nic.index,
      type: 'ether',
      flags: 'UP,BROADCAST,RUNNING,MULTICAST,LOWER_UP',
      hardwareAddr: mac,
      permanentAddr: mac,
      broadcastAddr: 'ff:ff:ff:ff:ff:ff',
      mtu,
      queueDisc: 'pfifo_fast',
      operationalState: 'up',
      busPath: nic.busPath,
      pciID: `${nic.vendorId.slice(2)}:${nic.productId.slice(2)}`.toUpperCase(),
      driver: nic.driver,
      driverVersion: nic.driverVersion,
      productID: nic.productId,
      vendorID: nic.vendorId,
      product: nic.product,
      vendor: nic.vendor,
      linkState: true,
      port: 'Other',
      duplex: 'Unknown',
    }),
    resource('LinkStatuses.net.talos.dev', 'lo', 'network.LinkStatusController', {
      index: 1,
      type: 'loopback',
      flags: 'UP,LOOPBACK,RUNNING,LOWER_UP',
      hardwareAddr: loopbackMac,
      broadcastAddr: loopbackMac,
      mtu: 65536,
      queueDisc: 'noqueue',
      operationalState: 'unknown',
      linkState: true,
      port: 'Other',
      duplex: 'Unknown',
    }),
    resource('HardwareAddresses.net.talos.dev', 'first', 'network.HardwareAddrController', {
      name: nic.name,
      hardwareAddr: mac,
    }),
    resource('EthernetStatuses.net.talos.dev', nic.name, 'network.EthernetStatusController', {
      linkState: true,
      port: 'Other',
      duplex: 'Unknown',
      rings: { 'rx-max': 256, 'tx-max': 256, rx: 256, tx: 256, 'tx-push': false, 'rx-push': false },
      features: {
        'tx-scatter-gather': 'on',
        'tx-checksum-ip-generic': 'on',
        highdma: 'on [fixed]',
        'tx-generic-segmentation': 'on',
        'rx-gro': 'on',
        'tx-tcp-segmentation': 'on',
        'tx-tcp-ecn-segmentation': 'on',
        'tx-tcp6-segmentation': 'on',
        'rx-checksum': 'on [fixed]',
        'rx-gro-hw': 'on',
      },
      channels: { 'combined-max': 2, combined: 2 },
    }),
    ...['lo', nic.name].flatMap((name) => linkSpecs(name, name === 'lo' ? 'default' : layerOf(node), mtu)),
    ...(node.config === undefined ? [] : deviceConfigs(node)),
  ];
}

/** Where the configuration of the network card comes from. */
function layerOf({ config }: NodeView): 'operator' | 'configuration' {
  return config?.list('machine.network.interfaces').some((device) => asText(device.interface) === nic.name) === true
    ? 'configuration'
    : 'operator';
}

/** A link as one source asks for it, and merged. */
function linkSpecs(name: string, layer: string, mtu: number) {
  const spec = { name, up: true, type: 'netrom', layer, ...(layer === 'configuration' && mtu !== 1500 ? { mtu } : {}) };
  const owner = layer === 'operator' ? 'network.OperatorSpecController' : 'network.LinkConfigController';
  const id = layer === 'operator' ? `${layer}/dhcp4/${name}/${name}` : `${layer}/${name}`;
  return [
    resource('LinkSpecs.net.talos.dev', id, owner, spec, { namespace: 'network-config' }),
    resource('LinkSpecs.net.talos.dev', name, 'LinkMergeControllers.net.talos.dev', spec, {
      finalizers: ['network.LinkSpecController'],
    }),
  ];
}

function deviceConfigs({ config }: NodeView) {
  return (config?.list('machine.network.interfaces') ?? []).map((device, index) =>
    resource(
      'DeviceConfigSpecs.net.talos.dev',
      `${asText(device.interface) ?? ''}/${String(index).padStart(3, '0')}`,
      'network.DeviceConfigController',
      { device },
    ),
  );
}
