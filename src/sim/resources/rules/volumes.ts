import { disk, partitions } from '../hardware.js';
import { asMap, asText, isControlPlane, type NodeView, valueAt } from '../node.js';

/** A volume of the system or of the configuration. */
export interface Volume {
  readonly id: string;
  readonly type: 'partition' | 'directory' | 'symlink' | 'overlay';
  readonly mount?: VolumeMount;
  /** Label of the partition that it is on. */
  readonly partition?: string;
  readonly symlinkTarget?: string;
  readonly userVolume?: boolean;
  /** The expression that selects the disk of a user volume. */
  readonly diskMatch?: string | undefined;
  /** Who asks for it to be mounted. */
  readonly requesters: readonly string[];
}

export interface VolumeMount {
  readonly targetPath: string;
  readonly selinuxLabel?: string;
  readonly parentId?: string;
  readonly fileMode?: number;
  readonly uid?: number;
  readonly gid?: number;
  readonly recursiveRelabel?: boolean;
  readonly projectQuotaSupport?: boolean;
}

interface Directory {
  readonly path: string;
  readonly id?: string;
  readonly mode: number;
  readonly label: string;
  readonly owner?: readonly [uid: number, gid: number];
  readonly recursive?: boolean;
  readonly parent: string;
  readonly requesters: readonly string[];
}

const ephemeralLabel = 'ephemeral_t';

/** The directories below the two places that are volumes themselves. */
const directories: readonly Directory[] = [
  {
    path: '/var/log',
    mode: 0o755,
    label: 'var_log_t',
    parent: 'EPHEMERAL',
    requesters: ['runtime.LogPersistenceController'],
  },
  { path: '/var/log/audit', mode: 0o700, label: 'audit_log_t', parent: '/var/log', requesters: ['service/auditd'] },
  {
    path: '/var/log/audit/kube',
    mode: 0o700,
    label: 'kube_log_t',
    owner: [65534, 65534],
    recursive: true,
    parent: '/var/log/audit',
    requesters: ['service/kubelet'],
  },
  {
    path: '/var/log/containers',
    mode: 0o755,
    label: 'containers_log_t',
    parent: '/var/log',
    requesters: ['service/kubelet'],
  },
  { path: '/var/log/pods', mode: 0o755, label: 'pods_log_t', parent: '/var/log', requesters: ['service/kubelet'] },
  {
    path: '/var/lib',
    mode: 0o700,
    label: ephemeralLabel,
    parent: 'EPHEMERAL',
    requesters: ['service/cri', 'service/etcd', 'service/kubelet'],
  },
  {
    path: '/var/lib/etcd',
    id: 'ETCD',
    mode: 0o700,
    label: 'etcd_data_t',
    owner: [60, 60],
    recursive: true,
    parent: '/var/lib',
    requesters: ['service/etcd'],
  },
  {
    path: '/var/lib/containerd',
    mode: 0,
    label: 'containerd_state_t',
    parent: '/var/lib',
    requesters: ['service/cri'],
  },
  {
    path: '/var/lib/kubelet',
    mode: 0o700,
    label: 'kubelet_state_t',
    parent: '/var/lib',
    requesters: ['service/kubelet'],
  },
  {
    path: '/var/lib/cni',
    mode: 0o700,
    label: 'cni_state_t',
    recursive: true,
    parent: '/var/lib',
    requesters: ['service/cri'],
  },
  {
    path: '/var/lib/kubelet/seccomp',
    mode: 0o700,
    label: 'seccomp_profile_t',
    parent: '/var/lib/kubelet',
    requesters: ['service/kubelet'],
  },
  {
    path: '/var/lib/kubelet/seccomp/profiles',
    mode: 0o700,
    label: 'seccomp_profile_t',
    recursive: true,
    parent: '/var/lib/kubelet/seccomp',
    requesters: ['service/kubelet'],
  },
  {
    path: '/var/mnt',
    mode: 0o755,
    label: ephemeralLabel,
    parent: 'EPHEMERAL',
    requesters: ['block.VolumeConfigController'],
  },
  { path: '/var/run/lock', mode: 0o755, label: 'var_lock_t', parent: '/var/run', requesters: ['service/kubelet'] },
];

const overlays: Readonly<Record<string, string>> = {
  '/etc/cni': 'cni_conf_t',
  '/etc/kubernetes': 'k8s_conf_t',
  '/usr/libexec/kubernetes': 'k8s_plugin_t',
  '/opt': 'opt_t',
};

function selinux(type: string): string {
  return `system_u:object_r:${type}:s0`;
}

/** The volumes of a node; before it has a configuration, only what it looks for on its disks. */
export function volumes(node: NodeView): readonly Volume[] {
  const { config } = node;
  const state: Volume = {
    id: 'STATE',
    type: 'partition',
    partition: 'STATE',
    mount: { targetPath: '/system/state', selinuxLabel: selinux('system_state_t'), fileMode: 0o700 },
    requesters: ['config.PersistenceController'],
  };
  const meta: Volume = { id: 'META', type: 'partition', partition: 'META', requesters: [] };
  if (config === undefined) return [meta, { ...state, requesters: [] }];
  return [
    meta,
    state,
    {
      id: 'EPHEMERAL',
      type: 'partition',
      partition: 'EPHEMERAL',
      mount: {
        targetPath: '/var',
        selinuxLabel: selinux(ephemeralLabel),
        fileMode: 0o755,
        projectQuotaSupport: config.flag('machine.features.diskQuotaSupport') ?? false,
      },
      requesters: ['sequencer'],
    },
    {
      id: '/var/run',
      type: 'symlink',
      symlinkTarget: '/run',
      mount: { targetPath: '/var/run' },
      requesters: ['service/kubelet'],
    },
    ...directories.map(directoryVolume).map((volume) => withRequestersOf(node, volume)),
    ...Object.entries(overlays).map(
      ([path, label]): Volume => ({
        id: path,
        type: 'overlay',
        mount: { targetPath: path, selinuxLabel: selinux(label), parentId: 'EPHEMERAL', fileMode: 0o755 },
        requesters: ['sequencer'],
      }),
    ),
    ...config.documents('UserVolumeConfig').map((document): Volume => {
      const name = asText(document.name) ?? '';
      return {
        id: `u-${name}`,
        type: asText(document.volumeType) === 'directory' ? 'directory' : 'partition',
        partition: `u-${name}`,
        userVolume: true,
        diskMatch: asText(valueAt(document, 'provisioning.diskSelector.match')),
        mount: {
          targetPath: name,
          selinuxLabel: selinux(ephemeralLabel),
          parentId: '/var/mnt',
          fileMode: 0o755,
          projectQuotaSupport: asMap(document.filesystem).projectQuotaSupport === true,
        },
        requesters: ['block.UserVolumeConfigController'],
      };
    }),
  ];
}

function directoryVolume({ path, id, mode, label, owner, recursive, parent, requesters }: Directory): Volume {
  return {
    id: id ?? path,
    type: 'directory',
    mount: {
      targetPath: path.slice(path.lastIndexOf('/') + 1),
      selinuxLabel: selinux(label),
      parentId: parent,
      fileMode: mode,
      ...(owner === undefined ? {} : { uid: owner[0], gid: owner[1] }),
      recursiveRelabel: recursive ?? false,
    },
    requesters,
  };
}

/** Only a control plane node has etcd to mount for. */
function withRequestersOf(node: NodeView, volume: Volume): Volume {
  if (isControlPlane(node)) return volume;
  return { ...volume, requesters: volume.requesters.filter((requester) => requester !== 'service/etcd') };
}

/** Where a volume ends up: the paths of its parents before its own. */
export function mountTarget(volume: Volume, all: readonly Volume[]): string {
  const path = volume.mount?.targetPath ?? '';
  const parent = all.find(({ id }) => id === volume.mount?.parentId);
  return parent === undefined || path.startsWith('/') ? path : `${mountTarget(parent, all)}/${path}`;
}

/** The partition of the system disk that carries the label. */
export function partitionOf(volume: Volume) {
  return volume.type === 'partition' ? partitions.find(({ label }) => label === volume.partition) : undefined;
}

/** `/dev/sda5`. */
export function partitionPath(number: number): string {
  return `/dev/${disk.name}${number}`;
}
