/** Documents about disks and volumes. */

import { documentKind } from './kind.js';
import {
  byteSize,
  enumeration,
  expression,
  field,
  flag,
  int,
  kept,
  list,
  optional,
  size,
  string,
  struct,
  uint,
} from './types.js';

const encryptionProvider = enumeration(['luks2'], { unset: 'none', hidden: ['none'] });
const filesystemType = enumeration(['ext4', 'xfs'], {
  unset: 'none',
  hidden: ['none', 'vfat', 'iso9660', 'swapi', 'virtiofs'],
});
const volumeType = enumeration(['directory', 'disk', 'partition'], {
  unset: 'partition',
  hidden: ['tmpfs', 'symlink', 'overlay', 'external'],
});

const diskSelector = struct('DiskSelector', [
  field('match', expression, 'CEL expression over `disk` and `system_disk`.', {
    example: 'disk.transport == "nvme" && !system_disk',
  }),
]);

const encryptionKeyKMS = struct('EncryptionKeyKMS', [kept('endpoint', string, 'URL of the key management server.')]);

const encryptionKeyNodeID = struct('EncryptionKeyNodeID', []);

const encryptionKeyStatic = struct('EncryptionKeyStatic', [
  field('passphrase', string, 'The passphrase.', { secret: true }),
]);

const encryptionKeyTPMOptions = struct('EncryptionKeyTPMOptions', [
  field('pcrs', list(int), 'Numbers of the platform registers.'),
]);

const encryptionKeyTPM = struct('EncryptionKeyTPM', [
  field('options', optional(encryptionKeyTPMOptions), 'What the key is sealed to.', { since: '1.12' }),
  field('checkSecurebootStatusOnEnroll', flag, 'Refuses to enrol unless secure boot is on.'),
]);

const encryptionKey = struct('EncryptionKey', [
  kept('slot', int, 'Slot of the key, its number.'),
  field('static', optional(encryptionKeyStatic), 'A passphrase.'),
  field('nodeID', optional(encryptionKeyNodeID), "A key made from the machine's UUID."),
  field('kms', optional(encryptionKeyKMS), 'A key sealed by a key management server.', { since: '1.5' }),
  field('tpm', optional(encryptionKeyTPM), 'A key sealed by the TPM.', { since: '1.5' }),
  field('lockToState', flag, 'Ties the key to the STATE partition of this machine.', { since: '1.11' }),
]);

const encryptionSpec = struct(
  'EncryptionSpec',
  [
    kept('provider', encryptionProvider, 'Encryption in use.', { example: 'luks2' }),
    kept('keys', list(encryptionKey), 'Keys that unlock the volume, each in a slot.'),
    field('cipher', string, 'Cipher.', {
      values: ['aes-xts-plain64', 'xchacha12,aes-adiantum-plain64', 'xchacha20,aes-adiantum-plain64'],
    }),
    field('keySize', uint, 'Size of the key in bits.'),
    field('blockSize', uint, 'Size of an encryption sector in bytes.'),
    field('options', list(string), 'Options of cryptsetup.'),
  ],
  { emptyBy: ['provider', 'keys'] },
);

const existingMountSpec = struct('ExistingMountSpec', [
  field('readOnly', flag, 'Mounts it read only.'),
  field('disableAccessTime', flag, 'Does not record when files are read.'),
  field('secure', flag, 'Mounts without devices, set-user-id programs and execution.'),
]);

const volumeSelector = struct('VolumeSelector', [
  field('match', expression, 'CEL expression over `volume` and `disk`.', {
    example: 'volume.partition_label == "data"',
  }),
]);

const volumeDiscoverySpec = struct('VolumeDiscoverySpec', [
  field('volumeSelector', volumeSelector, 'Which volume it is.'),
]);

export const existingVolumeConfig = documentKind(
  'ExistingVolumeConfig',
  '1.11',
  'Mounts a file system that is already on a disk.',
  [
    kept('name', string, 'Name of the volume; it is mounted at /var/mnt/<name>.'),
    field('discovery', volumeDiscoverySpec, 'How the volume is found.'),
    field('mount', existingMountSpec, 'How the volume is mounted.'),
  ],
);

const virtiofsMountSpec = struct('VirtiofsMountSpec', [kept('tag', string, 'Tag of the share.')]);

const externalMountSpec = struct('ExternalMountSpec', [
  field('readOnly', flag, 'Mounts it read only.'),
  field('disableAccessTime', flag, 'Does not record when files are read.'),
  field('secure', flag, 'Mounts without devices, set-user-id programs and execution.'),
  field('virtiofs', optional(virtiofsMountSpec), 'Settings of a virtiofs share.'),
]);

export const externalVolumeConfig = documentKind(
  'ExternalVolumeConfig',
  '1.13',
  'Mounts a file system from outside the machine, such as a share of the hypervisor.',
  [
    kept('name', string, 'Name of the volume; it is mounted at /var/mnt/<name>.'),
    kept('filesystemType', filesystemType, 'Kind of file system.', { values: ['virtiofs'], example: 'virtiofs' }),
    field('mount', externalMountSpec, 'How the volume is mounted.'),
  ],
);

const filesystemSpec = struct('FilesystemSpec', [
  field('type', filesystemType, 'File system.', { example: 'xfs' }),
  field('projectQuotaSupport', flag, 'Turns project quotas on, for XFS.', { since: '1.11' }),
]);

const mountSpec = struct('MountSpec', [
  field('secure', flag, 'Mounts without devices, set-user-id programs and execution.', { since: '1.13' }),
]);

const provisioningSpec = struct('ProvisioningSpec', [
  field('diskSelector', diskSelector, 'Which disk the volume goes on.'),
  field('grow', flag, 'Lets the volume grow to its largest size.'),
  field('minSize', byteSize, 'Smallest size; it fails where there is less.', { example: '10GiB' }),
  field('maxSize', size, 'Largest size, absolute or a share of the disk.', { example: '50GiB' }),
]);

export const rawVolumeConfig = documentKind(
  'RawVolumeConfig',
  '1.11',
  'Makes a partition that is left unformatted, for storage systems.',
  [
    kept('name', string, 'Name of the volume.'),
    field('provisioning', provisioningSpec, 'Where and how large.'),
    field('encryption', encryptionSpec, 'How it is encrypted.'),
  ],
);

export const swapVolumeConfig = documentKind('SwapVolumeConfig', '1.11', 'Makes a swap partition.', [
  kept('name', string, 'Name of the volume.'),
  field('provisioning', provisioningSpec, 'Where and how large.'),
  field('encryption', encryptionSpec, 'How it is encrypted.'),
]);

const userMountSpec = struct('UserMountSpec', [
  field('disableAccessTime', flag, 'Does not record when files are read.'),
  field('secure', flag, 'Mounts without devices, set-user-id programs and execution.'),
]);

export const userVolumeConfig = documentKind(
  'UserVolumeConfig',
  '1.10',
  'Makes a volume for workloads, mounted at /var/mnt/<name>.',
  [
    kept('name', string, 'Name of the volume.', { example: 'data' }),
    field('volumeType', optional(volumeType), 'Whether it is a partition, a whole disk or a directory.', {
      since: '1.12',
    }),
    field('provisioning', provisioningSpec, 'Where and how large.'),
    field('filesystem', filesystemSpec, 'File system on it.'),
    field('encryption', encryptionSpec, 'How it is encrypted.'),
    field('mount', userMountSpec, 'How it is mounted.', { since: '1.13' }),
  ],
);

export const volumeConfig = documentKind('VolumeConfig', '1.8', 'Settings of a system volume, such as EPHEMERAL.', [
  kept('name', string, 'Name of the system volume.', { example: 'EPHEMERAL' }),
  field('provisioning', provisioningSpec, 'Where and how large.'),
  field('encryption', encryptionSpec, 'How it is encrypted.', { since: '1.11' }),
  field('mount', mountSpec, 'How it is mounted.', { since: '1.13' }),
]);

export const zswapConfig = documentKind('ZswapConfig', '1.11', 'Compresses pages in memory before they go to swap.', [
  field('maxPoolPercent', optional(int), 'Largest share of memory for the pool, in percent.'),
  field('shrinkerEnabled', flag, 'Moves cold pages on to swap.'),
]);
