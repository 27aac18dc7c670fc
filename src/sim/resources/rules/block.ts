import { disk, disks, type Partition, partitions } from '../hardware.js';
import { fingerprint, type NodeView, type Rule, resource } from '../node.js';
import { prettySize } from '../sizes.js';
import { systemUuid } from './hardware.js';
import { mountTarget, partitionOf, partitionPath, type Volume, volumes } from './volumes.js';

const systemVolume = { 'talos.dev/system-volume': '' };
const userVolume = { 'talos.dev/user-volume': '' };
const diskPath = `/dev/${disk.name}`;
const scsiMajor = 8;
const minorsPerDisk = 16;

/** The disks of the machine, whatever runs on it. */
export const diskRules: Rule = (node) => disks.flatMap((device, index) => wholeDisk(node, device, index));

/** What is on the disks, volumes and mounts. */
export const blockRules: Rule = (node) => [
  ...disks.map((device) => discoveredDisk(node, device)),
  ...systemDisk(node),
  ...(isInstalled(node) ? partitions.flatMap((partition) => onDisk(node, partition)) : []),
  resource('DiscoveryRefreshRequests.block.talos.dev', 'refresh', 'block.VolumeManagerController', { request: 1 }),
  resource('DiscoveryRefreshStatuses.block.talos.dev', 'refresh', 'block.DiscoveryController', { request: 1 }),
  resource(
    'VolumeLifecycles.block.talos.dev',
    'volumes',
    '',
    {},
    {
      finalizers: ['block.VolumeManagerController', 'config.PersistenceController'],
    },
  ),
  ...(node.config === undefined
    ? []
    : [
        resource('UserDiskConfigStatuses.block.talos.dev', 'user-disks', 'block.UserDiskConfigController', {
          ready: true,
          tornDown: true,
        }),
      ]),
  ...allVolumes(node),
];

function isInstalled({ config, facts }: NodeView): boolean {
  return config !== undefined && facts.stage !== 'installing';
}

type Disk = (typeof disks)[number];

function devicePathOf({ busPath, name }: Disk): string {
  return `/devices${busPath}block/${name}`;
}

function wholeDisk(node: NodeView, device: Disk, index: number) {
  const { name, model, size } = device;
  const serial = fingerprint(node, index === 0 ? 'disk' : `disk ${name}`)
    .slice(0, 10)
    .toUpperCase();
  const wwid = `t10.ATA     ${model}                           ${serial}`;
  const symlinks = [
    `/dev/disk/by-diskseq/${index + 1}`,
    `/dev/disk/by-id/ata-${model.replaceAll(' ', '_')}_${serial}`,
    `/dev/disk/by-path/pci-0000:00:1f.2-ata-${index + 1}`,
  ];
  return [
    resource('BlockDevices.block.talos.dev', name, 'block.DevicesController', {
      type: 'disk',
      major: scsiMajor,
      minor: index * minorsPerDisk,
      devicePath: devicePathOf(device),
      generation: 1,
    }),
    resource('BlockSymlinks.block.talos.dev', name, 'block.SymlinksController', { paths: symlinks }),
    resource('Disks.block.talos.dev', name, 'block.DisksController', {
      dev_path: `/dev/${name}`,
      size,
      pretty_size: prettySize(size),
      io_size: device.ioSize,
      sector_size: device.sectorSize,
      model,
      serial,
      modalias: device.modalias,
      wwid,
      bus_path: device.busPath,
      sub_system: device.subSystem,
      transport: device.transport,
      rotational: true,
      symlinks,
    }),
  ];
}

function discoveredDisk(node: NodeView, device: Disk) {
  const { name, size, sectorSize, ioSize } = device;
  return resource('DiscoveredVolumes.block.talos.dev', name, 'block.DiscoveryController', {
    dev_path: `/dev/${name}`,
    type: 'disk',
    device_path: devicePathOf(device),
    size,
    pretty_size: prettySize(size),
    sector_size: sectorSize,
    io_size: ioSize,
    ...onWholeDisk(node, device),
  });
}

/** What is found on a disk as a whole: the partition table of the system, or what was there before. */
function onWholeDisk(node: NodeView, device: Disk) {
  if (device === disk) {
    return isInstalled(node) ? { name: 'gpt', uuid: systemUuid(fingerprint(node, 'disk table')) } : {};
  }
  if (!('leftover' in device) || node.facts.wipedDevices?.[device.name] !== undefined) return {};
  return fileSystem(node, device.leftover);
}

function systemDisk(node: NodeView) {
  if (!isInstalled(node)) return [];
  return [
    resource('SystemDisks.block.talos.dev', 'system-disk', 'block.SystemDiskController', {
      diskID: disk.name,
      devPath: diskPath,
    }),
  ];
}

function onDisk(node: NodeView, partition: Partition) {
  const id = `${disk.name}${partition.number}`;
  const devicePath = `${devicePathOf(disk)}/${id}`;
  const wiped = node.facts.wipedDevices?.[id];
  if (wiped === 'dropped') return [];
  return [
    resource('BlockDevices.block.talos.dev', id, 'block.DevicesController', {
      type: 'partition',
      major: scsiMajor,
      minor: partition.number,
      partitionName: partition.label,
      partitionNumber: partition.number,
      devicePath,
      generation: 1,
      parent: disk.name,
    }),
    resource('DiscoveredVolumes.block.talos.dev', id, 'block.DiscoveryController', {
      dev_path: partitionPath(partition.number),
      type: 'partition',
      device_path: devicePath,
      parent: disk.name,
      parent_dev_path: diskPath,
      offset: partition.offset,
      size: partition.size,
      pretty_size: prettySize(partition.size),
      sector_size: disk.sectorSize,
      io_size: disk.ioSize,
      ...(wiped === undefined ? discovered(node, partition) : {}),
      partition_uuid: partitionUuid(node, partition),
      partition_type: partition.type,
      partition_label: partition.label,
      partition_index: partition.number,
    }),
  ];
}

function discovered(node: NodeView, { content, contentLabel, label }: Partition) {
  if (content === undefined) return {};
  if (contentLabel === undefined) return { name: content };
  return fileSystem(node, { content, contentLabel }, label);
}

function fileSystem(
  node: NodeView,
  { content, contentLabel }: { readonly content: string; readonly contentLabel: string },
  label: string = contentLabel,
) {
  return {
    name: content,
    label: contentLabel,
    uuid: systemUuid(fingerprint(node, `filesystem ${label}`)),
    block_size: 512,
    filesystem_block_size: 4096,
  };
}

function partitionUuid(node: NodeView, { label }: Partition): string {
  return systemUuid(fingerprint(node, `partition ${label}`));
}

function allVolumes(node: NodeView) {
  const all = volumes(node);
  return all.flatMap((volume) => [
    volumeConfig(volume),
    volumeStatus(node, volume),
    ...(volume.requesters.length > 0 ? mounted(volume, all) : []),
  ]);
}

function labelsOf(volume: Volume) {
  return volume.userVolume === true ? userVolume : systemVolume;
}

function volumeConfig(volume: Volume) {
  const { id, type, mount } = volume;
  const label = volume.partition;
  return resource(
    'VolumeConfigs.block.talos.dev',
    id,
    volume.userVolume === true ? 'block.UserVolumeConfigController' : 'block.VolumeConfigController',
    {
      type,
      ...(type === 'partition' && label !== undefined
        ? { locator: { match: `volume.partition_label == "${label}"` } }
        : {}),
      ...(label === 'EPHEMERAL' || label === 'STATE' ? { provisioning: provisioning(label) } : {}),
      ...(volume.diskMatch === undefined
        ? {}
        : { provisioning: { diskSelector: { match: volume.diskMatch }, partitionSpec: { label } } }),
      ...(mount === undefined ? {} : { mount }),
      ...(volume.symlinkTarget === undefined ? {} : { symlink: symlink(volume.symlinkTarget) }),
      ...(type === 'overlay' ? { parentId: 'EPHEMERAL' } : {}),
    },
    { labels: labelsOf(volume) },
  );
}

/** How the partition is made on an empty system disk. */
function provisioning(label: string) {
  const size = partitions.find((partition) => partition.label === label)?.size ?? 0;
  const fixed = label === 'STATE';
  return {
    wave: -1,
    diskSelector: { match: 'system_disk' },
    partitionSpec: {
      minSize: fixed ? size : 2 * 1024 ** 3,
      maxSize: fixed ? size : 0,
      grow: !fixed,
      label,
      typeUUID: partitions.find((partition) => partition.label === label)?.type,
    },
    filesystemSpec: { type: 'xfs', label },
  };
}

function symlink(symlinkTargetPath: string) {
  return { symlinkTargetPath, force: true };
}

function volumeStatus(node: NodeView, volume: Volume) {
  const partition = isInstalled(node) ? partitionOf(volume) : undefined;
  const waiting = volume.type === 'partition' && partition === undefined;
  return resource(
    'VolumeStatuses.block.talos.dev',
    volume.id,
    'block.VolumeManagerController',
    {
      phase: waiting ? (node.config === undefined ? 'missing' : 'waiting') : 'ready',
      type: volume.type,
      ...(volume.type === 'overlay' ? { parentID: 'EPHEMERAL' } : {}),
      ...(partition === undefined ? {} : located(node, partition)),
      ...(volume.mount === undefined ? {} : { mountSpec: volume.mount }),
      ...(volume.symlinkTarget === undefined ? {} : { symlink: symlink(volume.symlinkTarget) }),
    },
    {
      labels: labelsOf(volume),
      ...(volume.requesters.length > 0 && !waiting ? { finalizers: ['block.MountController'] } : {}),
    },
  );
}

function located(node: NodeView, partition: Partition) {
  const location = partitionPath(partition.number);
  return {
    location,
    mountLocation: location,
    partitionIndex: partition.number,
    parentLocation: diskPath,
    uuid: partition.contentLabel === undefined ? '' : systemUuid(fingerprint(node, `filesystem ${partition.label}`)),
    partitionUUID: partitionUuid(node, partition),
    size: partition.size,
    prettySize: prettySize(partition.size),
    filesystem: partition.content === 'xfs' ? 'xfs' : 'none',
  };
}

/** The requests to mount a volume, from each requester and for all together, and their outcome. */
function mounted(volume: Volume, all: readonly Volume[]) {
  const { id, requesters, mount } = volume;
  const target = mountTarget(volume, all);
  const partition = partitionOf(volume);
  const secure = id === 'EPHEMERAL';
  const requests = requesters.map((requester) => ({
    id: requester.startsWith('service/') || requester.includes('LogPersistence') ? `${requester}-${id}` : id,
    requester,
    owner: requester.startsWith('block.') || requester.includes('LogPersistence') ? requester : '',
  }));
  const request = {
    volumeID: id,
    parentID: mount?.parentId,
    secure,
    requesters,
    requesterIDs: requests.map((entry) => entry.id),
  };
  const children = all.filter((other) => other.mount?.parentId === id && other.requesters.length > 0);
  return [
    ...requests.flatMap(({ id: requestId, requester, owner }) => [
      resource('VolumeMountRequests.block.talos.dev', requestId, owner, { volumeID: id, requester, secure }),
      resource(
        'VolumeMountStatuses.block.talos.dev',
        requestId,
        'block.MountStatusController',
        { volumeID: id, requester, target, secure },
        {
          labels: { 'mount-status-id': id },
          ...(requester.startsWith('service/') ? { finalizers: ['service'] } : {}),
        },
      ),
    ]),
    resource('MountRequests.block.talos.dev', id, 'block.MountRequestController', request, {
      finalizers: ['block.MountController'],
    }),
    resource(
      'MountStatuses.block.talos.dev',
      id,
      'block.MountController',
      {
        spec: request,
        source: partition === undefined ? '' : partitionPath(partition.number),
        target,
        filesystem: partition?.content === 'xfs' ? 'xfs' : 'none',
        projectQuotaSupport: mount?.projectQuotaSupport,
      },
      {
        finalizers: ['block.MountStatusController', ...children.map((child) => `block.MountController-${child.id}`)],
      },
    ),
  ];
}
