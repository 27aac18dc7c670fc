import { kernelModules, kernelVersion } from '../resources/hardware.js';
import { below, binary, file, folder, link, type Placed } from './node.js';

/** What the system's image holds at the time when it was made: programs, libraries, modules. */
export function imageFiles(): readonly Placed[] {
  const modified = new Date('2026-02-18T09:30:00Z');
  const at = (mode: number, label: string) => ({ mode, label, modified });
  return [
    ['/usr', folder(at(0o755, 'usr_t'))],
    ['/usr/bin', folder(at(0o755, 'bin_exec_t'))],
    ['/usr/lib', folder(at(0o755, 'lib_t'))],
    ['/usr/lib/modules', folder(at(0o755, 'module_t'))],
    ['/usr/libexec/kubernetes', folder(at(0o755, 'k8s_plugin_t'))],
    ['/usr/local/lib/kubelet/credentialproviders', folder(at(0o755, 'k8s_credentialproviders_t'))],
    ['/usr/share/zoneinfo', folder(at(0o755, 'etc_t'))],
    ['/bin', link('usr/bin', { label: 'bin_exec_t' })],
    ['/sbin', link('usr/bin', { label: 'bin_exec_t' })],
    ['/lib', link('usr/lib', { label: 'lib_t' })],
    ['/lib64', link('usr/lib', { label: 'lib_t' })],
    ['/usr/sbin', link('bin', { label: 'bin_exec_t' })],
    ['/usr/lib64', link('lib', { label: 'lib_t' })],
    ...['/.extra', '/boot/EFI', '/mnt', '/home', '/root', '/usr/etc', '/usr/lib/firmware'].map(
      (path): Placed => [path, folder({ modified })],
    ),
    ...below('/usr/bin', programs),
    ...below('/usr/lib', libraries),
    ...modules(),
    ['/usr/share/zoneinfo/Etc/UTC', file('TZif2')],
    ['/usr/share/ca-certificates', link('/etc/ssl')],
    ['/usr/local/share/ca-certificates', link('/etc/ssl')],
  ];
}

const elf = '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0';

const program = (name: string, size: number, label: string): Placed => [
  name,
  binary(elf, size, { mode: 0o755, label }),
];

const programs: readonly Placed[] = [
  program('init', 119_537_816, 'init_exec_t'),
  program('containerd', 44_191_896, 'containerd_exec_t'),
  program('containerd-shim-runc-v2', 7_917_752, 'containerd_exec_t'),
  program('runc', 10_866_504, 'containerd_exec_t'),
  program('modprobe', 141_368, 'modprobe_exec_t'),
  program('systemd-udevd', 1_384_912, 'udev_exec_t'),
  program('udevadm', 1_384_912, 'udev_exec_t'),
  program('cryptsetup', 223_488, 'bin_exec_t'),
  program('lvm', 2_874_304, 'bin_exec_t'),
  program('mkfs.xfs', 501_224, 'bin_exec_t'),
  program('nft', 31_016, 'bin_exec_t'),
  ...['poweroff', 'shutdown', 'reboot', 'dashboard'].map((name): Placed => [name, link('init')]),
];

const libraries: readonly Placed[] = [
  ['ld-musl-x86_64.so.1', link('libc.so')],
  ['libc.so', binary(elf, 662_112, { mode: 0o755 })],
  ['libblkid.so.1', binary(elf, 338_216, { mode: 0o755 })],
  ['libkmod.so.2', binary(elf, 104_736, { mode: 0o755 })],
];

function modules(): readonly Placed[] {
  return kernelModules.map(({ name, size }) => [
    `/usr/lib/modules/${kernelVersion}/kernel/drivers/net/${name}.ko`,
    binary(elf, size),
  ]);
}
