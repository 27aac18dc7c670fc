/** `machine.install`, `machine.disks` and the older disk encryption. */

import { diskSize, field, flag, int, kept, list, optional, sizeCondition, string, struct, uint } from './types.js';

const diskPartition = struct('DiskPartition', [
  field('size', diskSize, 'Size of the partition; left out, it takes the rest.'),
  field('mountpoint', string, 'Where it is mounted.', { example: '/var/mnt/extra' }),
]);

const encryptionKeyKMS = struct('MachineEncryptionKeyKMS', [
  kept('endpoint', string, 'URL of the key management server.'),
]);

const encryptionKeyNodeID = struct('MachineEncryptionKeyNodeID', []);

const encryptionKeyStatic = struct('MachineEncryptionKeyStatic', [
  field('passphrase', string, 'The passphrase.', { secret: true }),
]);

const encryptionKeyTPM = struct('MachineEncryptionKeyTPM', [
  field('checkSecurebootStatusOnEnroll', flag, 'Refuses to enrol unless secure boot is on.'),
]);

const encryptionKey = struct('MachineEncryptionKey', [
  field('static', optional(encryptionKeyStatic), 'A passphrase.'),
  field('nodeID', optional(encryptionKeyNodeID), "A key made from the machine's UUID."),
  field('kms', optional(encryptionKeyKMS), 'A key sealed by a key management server.', { since: '1.5' }),
  kept('slot', int, 'Slot of the key, its number.'),
  field('tpm', optional(encryptionKeyTPM), 'A key sealed by the TPM.', { since: '1.5' }),
]);

const encryptionConfig = struct('EncryptionConfig', [
  kept('provider', string, 'Encryption in use.', { example: 'luks2' }),
  kept('keys', list(optional(encryptionKey)), 'Keys that unlock the partition, each in a slot.'),
  field('cipher', string, 'Cipher.'),
  field('keySize', uint, 'Size of the key in bits.'),
  field('blockSize', uint, 'Size of an encryption sector in bytes.'),
  field('options', list(string), 'Options of cryptsetup.'),
]);

const installDiskSelector = struct('InstallDiskSelector', [
  field('size', optional(sizeCondition), 'Size with a comparison.', { example: '">= 100GB"' }),
  field('name', string, 'Name in /sys/block/<dev>/device/name.'),
  field('model', string, 'Model in /sys/block/<dev>/device/model.'),
  field('serial', string, 'Serial number in /sys/block/<dev>/serial.'),
  field('modalias', string, 'Modalias in /sys/block/<dev>/device/modalias.'),
  field('uuid', string, 'UUID in /sys/block/<dev>/uuid.'),
  field('wwid', string, 'World wide id in /sys/block/<dev>/wwid.'),
  field('type', string, 'Kind of disk.', { values: ['ssd', 'hdd', 'nvme', 'sd'], example: 'nvme' }),
  field('busPath', string, 'PCI path of the disk, `*` stands for anything.', { example: '/pci0000:00/*' }),
]);

const installExtensionConfig = struct('InstallExtensionConfig', [
  kept('image', string, 'Image of the system extension.'),
]);

export const installConfig = struct('InstallConfig', [
  field('disk', string, 'Disk that Talos is installed on.', { example: '/dev/sda' }),
  field('diskSelector', optional(installDiskSelector), 'Finds the install disk by what it is, and goes before `disk`.'),
  field('extraKernelArgs', list(string), 'Extra kernel arguments; not for machines that boot a unified kernel image.'),
  field('image', string, 'Installer image.', { example: 'ghcr.io/siderolabs/installer:v1.13.9' }),
  field(
    'extensions',
    list(installExtensionConfig),
    'System extensions to install; build them into the installer image instead.',
  ),
  field('bootloader', flag, 'Installs a boot loader; old and without effect.'),
  kept('wipe', flag, 'Empties the whole disk before installing.'),
  field('legacyBIOSSupport', flag, 'Marks the partition table so that old BIOS machines boot from it.'),
  field('grubUseUKICmdline', flag, 'Makes GRUB take the kernel arguments from the unified kernel image.', {
    since: '1.12',
  }),
]);

export const machineDisk = struct('MachineDisk', [
  field('device', string, 'Device of the disk.'),
  field('partitions', list(optional(diskPartition)), 'Partitions to make, in order.'),
]);

export const systemDiskEncryptionConfig = struct('SystemDiskEncryptionConfig', [
  field('state', optional(encryptionConfig), 'Encryption of the STATE partition.'),
  field('ephemeral', optional(encryptionConfig), 'Encryption of the EPHEMERAL partition.'),
]);
