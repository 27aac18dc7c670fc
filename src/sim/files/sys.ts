import type { Runtime } from '../machine/runtime.js';
import { specAt, specText } from '../machine/spec.js';
import { disk, disks, kernelModules, partitions, system } from '../resources/hardware.js';
import { below, file, folder, link, type Placed } from './node.js';

const pageSize = 4096;
/** A page, whatever is in it. */
const value = (content: string | number) => file(`${content}\n`, { mode: 0o444, size: pageSize });

/** Below /sys: devices and what the firmware says. */
export function sysFiles(runtime: Runtime): readonly Placed[] {
  return [
    ['/sys', folder({ label: 'sysfs_t', modified: runtime.bootedAt, mode: 0o555, size: 0 })],
    ...below('/sys', [
      ...below('class/dmi/id', [
        ['sys_vendor', value(system.manufacturer)],
        ['product_name', value(system.productName)],
        ['product_version', value(system.version)],
        ['product_uuid', file(`${runtime.machine.identity.uuid}\n`, { mode: 0o400, size: pageSize })],
      ]),
      ...runtime.resources.list('network', 'LinkStatuses.net.talos.dev').flatMap(({ id, spec }) =>
        below(`class/net/${id}`, [
          ['address', value(specText(spec, 'hardwareAddr'))],
          ['mtu', value(Number(specAt(spec, 'mtu')))],
          ['ifindex', value(Number(specAt(spec, 'index')))],
          ['operstate', value(specText(spec, 'operationalState'))],
          ['carrier', value(specAt(spec, 'linkState') === true ? 1 : 0)],
        ]),
      ),
      ...below(`class/block/${disk.name}`, [
        ['size', value(disk.size / disk.sectorSize)],
        ['ro', value(0)],
        ['device/model', value(disk.model)],
        ...partitions.flatMap(({ number, offset, size }) =>
          below(`${disk.name}${number}`, [
            ['partition', value(number)],
            ['start', value(offset / disk.sectorSize)],
            ['size', value(size / disk.sectorSize)],
          ]),
        ),
      ]),
      ...blockNumbers(),
      ...kernelModules.map(({ name, size }): Placed => [`module/${name}/coresize`, value(size)]),
      ['kernel/uevent_seqnum', value(2117)],
      ['firmware/efi/fw_platform_size', value(64)],
    ]),
  ];
}

/** Block devices by their numbers: partitions follow their disk, and disks are 16 apart. */
function blockNumbers(): readonly Placed[] {
  return disks.flatMap(({ name, busPath }, index) => {
    const folderOfDisk = `../../devices${busPath}block/${name}`;
    const parts = name === disk.name ? partitions : [];
    return below('dev/block', [
      [`8:${index * 16}`, link(folderOfDisk)],
      ...parts.map(({ number }): Placed => [`8:${index * 16 + number}`, link(`${folderOfDisk}/${name}${number}`)]),
    ]);
  });
}
