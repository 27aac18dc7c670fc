import { disk, type Partition, partitions } from '../hardware.js';
import { fingerprint, type NodeView, type Rule, resource } from '../node.js';
import { prettySize } from '../sizes.js';
import { systemUuid } from './hardware.js';
import { mountTarget, partitionOf, partitionPath, type Volume, volumes } from './volumes.js';

const systemVolume = { 'talos.dev/system-volume': '' };
const userVolume = { 'talos.dev/user-volume': '' };
const diskPath = `/dev/${disk.name}`;
const devicePath = `/devices${disk.busPath}block/${disk.name}`;
const scsiMajor = 8;

/** Disks, what is on them, volumes and mounts. */
export const blockRules: Rule = (node) => [
  ...disks(node),
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

function disks(node: NodeView) {
  const serial = fingerprint(node, 'disk').slice(0, 10).toUpperCase();
  const wwid = `t10.ATA     ${disk.model}                           ${serial}`;
  const symlinks = [
    `/dev/disk/by-diskseq/1`,
    `/dev/disk/by-id/ata-${disk.model.replaceAll(' ', '_')}_${serial}`,
    '/dev/disk/by-path/pci-0000:00:1f.2-ata-1',
  ];
  return [
    resource('BlockDevices.block.talos.dev', disk.name, 'block.DevicesController', {
      type: 'disk',
      major: scsiMajor,
      minor: 0,
      devicePath,
      generation: 1,
    }),
    resource('BlockSymlinks.block.talos.dev', disk.name, 'block.SymlinksController', { paths: symlinks }),
    resource('Disks.block.talos.dev', disk.name, 'block.DisksController', {
      dev_path: diskPath,
      size: disk.size,
      pretty_size: prettySize(disk.size),
      io_size: disk.ioSize,
      sector_size: disk.sectorSize,
      model: disk.model,
      serial,
      modalias: disk.modalias,
      wwid,
      bus_path: disk.busPath,
      sub_system: disk.subSystem,
      transport: disk.transport,
      rotational: true,
      symlinks,
    }),
    resource('DiscoveredVolumes.block.talos.dev', disk.name, 'block.DiscoveryController', {
      dev_path: diskPath,
      type: 'disk',
      device_path: devicePath,
      size: disk.size,
      pretty_size: prettySize(disk.size),
      sector_size: disk.sectorSize,
      io_size: disk.ioSize,
      ...(isInstalled(node) ? { name: 'gpt', uuid: systemUuid(fingerprint(node, 'disk table')) } : {}),
    }),
    ...(isInstalled(node)
      ? [
          resource('SystemDisks.block.talos.dev', 'system-disk', 'block.SystemDiskController', {
            diskID: disk.name,
            devPath: diskPath,
          }),
        ]
      : []),
  ];
}

function onDisk(node: NodeView, partition: Partition) {
  const id = `${disk.name}${partition.number}`;
  return [
    resource('BlockDevices.block.talos.dev', id, 'block.DevicesController', {
      type: 'partition',
      major: scsiMajor,
      minor: partition.number,
      partitionName: partition.label,
      partitionNumber: partition.number,
      devicePath: `${devicePath}/${id}`,
      generation: 1,
      parent: disk.name,
    }),
    resource('DiscoveredVolumes.block.talos.dev', id, 'block.DiscoveryController', {
      dev_path: partitionPath(partition.number),
      type: 'partition',
      device_path: `${devicePath}/${id}`,
      parent: disk.name,
      parent_dev_path: diskPath,
      offset: partition.offset,
      size: partition.size,
      pretty_size: prettySize(partition.size),
      sector_size: disk.sectorSize,
      io_size: disk.ioSize,
      ...discovered(node, partition),
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
