import { cpu, memoryMiB, pciDevices, system } from '../hardware.js';
import { fingerprint, type Rule, resource } from '../node.js';

const owner = 'hardware.SystemInfoController';

/** What the firmware tells about the machine, and its devices. */
export const hardwareRules: Rule = (node) => [
  resource('SystemInformations.hardware.talos.dev', 'systeminformation', owner, {
    ...system,
    uuid: node.facts.uuid ?? systemUuid(fingerprint(node, 'system')),
    wakeUpType: 'Power Switch',
  }),
  resource('Processors.hardware.talos.dev', 'CPU-0', owner, {
    socket: 'CPU 0',
    manufacturer: cpu.manufacturer,
    productName: cpu.productName,
    maxSpeedMhz: cpu.maxSpeedMHz,
    bootSpeedMhz: cpu.maxSpeedMHz,
    status: 65,
    coreCount: cpu.cores,
    coreEnabled: cpu.cores,
    threadCount: cpu.threads,
  }),
  resource('MemoryModules.hardware.talos.dev', 'DIMM-0', owner, {
    sizeMiB: memoryMiB,
    deviceLocator: 'DIMM 0',
    manufacturer: cpu.manufacturer,
  }),
  ...pciDevices.map(({ id, ...spec }) =>
    resource('PCIDevices.hardware.talos.dev', id, 'hardware.PCIDevicesController', spec),
  ),
  resource('PCRStatuses.hardware.talos.dev', '11', 'hardware.PCRStatusController'),
];

/** A version 4 UUID of 32 digits that look random. */
export function systemUuid(digits: string): string {
  const [, a = '', b = '', c = '', d = '', e = ''] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digits) ?? [];
  return `${a}-${b}-4${c}-8${d}-${e}`;
}
