/*
 * The machine that is simulated: what no configuration changes. Sizes in bytes unless said otherwise.
 */

export const platform = 'metal';
export const kernelVersion = '6.18.44-talos';
export const kernelCommandLine =
  'talos.platform=metal console=tty0 init_on_alloc=1 slab_nomerge pti=on consoleblank=0 nvme_core.io_timeout=4294967295 printk.devkmsg=on selinux=1 module.sig_enforce=1 proc_mem.force_override=never';

export const cpu = {
  cores: 2,
  threads: 2,
  manufacturer: 'QEMU',
  productName: 'pc-q35-10.1',
  maxSpeedMHz: 2000,
} as const;

export const memoryMiB = 2048;

export const system = {
  manufacturer: 'QEMU',
  productName: 'Standard PC (Q35 + ICH9, 2009)',
  version: 'pc-q35-10.1',
} as const;

export interface Partition {
  readonly number: number;
  readonly label: string;
  /** GPT type. */
  readonly type: string;
  readonly offset: number;
  readonly size: number;
  /** What discovery finds on it; absent: nothing. */
  readonly content?: string;
  readonly contentLabel?: string;
}

const MiB = 1024 * 1024;
const efiSystem = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b';
const biosBoot = '21686148-6449-6e6f-744e-656564454649';
const linuxData = '0fc63daf-8483-4772-8e79-3d69d8477de4';

export const disk = {
  name: 'sda',
  size: 10 * 1024 * MiB,
  model: 'QEMU HARDDISK',
  modalias: 'scsi:t-0x00',
  busPath: '/pci0000:00/0000:00:1f.2/ata1/host0/target0:0:0/0:0:0:0/',
  subSystem: '/sys/class/block',
  transport: 'sata',
  sectorSize: 512,
  ioSize: 512,
} as const;

/** A second disk, on which an older installation has left a file system. */
export const dataDisk = {
  ...disk,
  name: 'sdb',
  size: 20 * 1024 * MiB,
  busPath: '/pci0000:00/0000:00:1f.2/ata2/host1/target1:0:0/1:0:0:0/',
  leftover: { content: 'ext4', contentLabel: 'backup' },
} as const;

export const disks: readonly (typeof disk | typeof dataDisk)[] = [disk, dataDisk];

/** The partitions of an installed system. */
export const partitions: readonly Partition[] = [
  { number: 1, label: 'EFI', type: efiSystem, offset: MiB, size: 2100 * MiB, content: 'vfat', contentLabel: 'EFI' },
  { number: 2, label: 'BIOS', type: biosBoot, offset: 2101 * MiB, size: MiB },
  {
    number: 3,
    label: 'BOOT',
    type: linuxData,
    offset: 2102 * MiB,
    size: 2000 * MiB,
    content: 'xfs',
    contentLabel: 'BOOT',
  },
  { number: 4, label: 'META', type: linuxData, offset: 4102 * MiB, size: MiB, content: 'talosmeta' },
  {
    number: 5,
    label: 'STATE',
    type: linuxData,
    offset: 4103 * MiB,
    size: 100 * MiB,
    content: 'xfs',
    contentLabel: 'STATE',
  },
  {
    number: 6,
    label: 'EPHEMERAL',
    type: linuxData,
    offset: 4203 * MiB,
    size: disk.size - 4204 * MiB,
    content: 'xfs',
    contentLabel: 'EPHEMERAL',
  },
];

export const nic = {
  name: 'eth0',
  index: 2,
  alias: 'enx',
  busPath: '0000:00:03.0',
  driver: 'virtio_net',
  driverVersion: '1.0.0',
  vendor: 'Red Hat, Inc.',
  vendorId: '0x1af4',
  product: 'Virtio 1.0 network device',
  productId: '0x1041',
} as const;

/** Address, class, subclass, vendor, product (name and number each), driver. */
export const pciDevices = [
  {
    id: '0000:00:00.0',
    class: 'Bridge',
    subclass: 'Host bridge',
    vendor: 'Intel Corporation',
    product: '82G33/G31/P35/P31 Express DRAM Controller',
    class_id: '0x06',
    subclass_id: '0x00',
    vendor_id: '0x8086',
    product_id: '0x29c0',
  },
  {
    id: '0000:00:03.0',
    class: 'Network controller',
    subclass: 'Ethernet controller',
    vendor: nic.vendor,
    product: nic.product,
    class_id: '0x02',
    subclass_id: '0x00',
    vendor_id: nic.vendorId,
    product_id: nic.productId,
    driver: 'virtio-pci',
  },
  {
    id: '0000:00:1f.2',
    class: 'Mass storage controller',
    subclass: 'SATA controller',
    vendor: 'Intel Corporation',
    product: '82801IR/IO/IH (ICH9R/DO/DH) 6 port SATA Controller [AHCI mode]',
    class_id: '0x01',
    subclass_id: '0x06',
    vendor_id: '0x8086',
    product_id: '0x2922',
    driver: 'ahci',
  },
] as const;

/** Kernel modules that are loaded as modules, not built in: name, size, dependencies. */
export const kernelModules = [
  { name: 'virtio_net', size: 118784, dependencies: ['net_failover'], address: '0xffffffffc0400000' },
  { name: 'net_failover', size: 24576, dependencies: ['failover'], address: '0xffffffffc03f0000' },
  { name: 'failover', size: 16384, dependencies: [], address: '0xffffffffc03e8000' },
] as const;

/** Kernel parameters that Talos sets and the kernel's own values of them, by path below /proc/sys. */
export const kernelParameters: Readonly<Record<string, readonly [value: string, before: string]>> = {
  'net.ipv4.ip_forward': ['1', '0'],
  'net.ipv4.icmp_ignore_bogus_error_responses': ['1', '1'],
  'net.ipv4.icmp_echo_ignore_broadcasts': ['1', '1'],
  'net.ipv4.ip_local_reserved_ports': ['50000,50001', ''],
  'net.bridge.bridge-nf-call-iptables': ['1', '1'],
  'net.bridge.bridge-nf-call-ip6tables': ['1', '1'],
  'kernel.ctrl-alt-del': ['0', '0'],
  'net.ipv6.conf.default.forwarding': ['1', '0'],
  'net.ipv6.conf.default.accept_ra': ['2', '1'],
  'net.ipv4.tcp_keepalive_time': ['600', '7200'],
  'net.ipv4.tcp_keepalive_intvl': ['60', '75'],
  'kernel.panic': ['10', '0'],
  'kernel.pid_max': ['262144', '4194304'],
  'vm.overcommit_memory': ['1', '0'],
  'fs.inotify.max_user_instances': ['8192', '128'],
  'fs.aio-max-nr': ['1048576', '65536'],
  'dev.tty.ldisc_autoload': ['0', '1'],
  'dev.tty.legacy_tiocsti': ['0', '0'],
  'fs.protected_symlinks': ['1', '0'],
  'fs.protected_hardlinks': ['1', '0'],
  'fs.protected_fifos': ['2', '0'],
  'fs.protected_regular': ['2', '0'],
  'fs.suid_dumpable': ['0', '0'],
  'kernel.kptr_restrict': ['2', '0'],
  'kernel.dmesg_restrict': ['1', '1'],
  'kernel.perf_event_paranoid': ['3', '2'],
  'kernel.randomize_va_space': ['2', '2'],
  'kernel.yama.ptrace_scope': ['2', '1'],
  'user.max_user_namespaces': ['0', '7812'],
  'kernel.unprivileged_bpf_disabled': ['1', '2'],
  'net.core.bpf_jit_harden': ['2', '0'],
  'vm.unprivileged_userfaultfd': ['0', '0'],
};

/** Load statistics of a machine with little to do, CPU times in seconds, memory in KiB. */
export const load = {
  cpu: { user: 128.31, nice: 1.2, system: 84.97, idle: 3284.88, iowait: 5.33, softIrq: 4.29 },
  irqTotal: 748438,
  contextSwitches: 1325616,
  processCreated: 9291,
  softIrqTotal: 431184,
  memory: {
    total: 2022604,
    used: 712196,
    available: 1310408,
    buffers: 19984,
    cached: 563592,
    active: 441540,
    inactive: 602192,
    activeAnon: 3896,
    inactiveAnon: 367548,
    activeFile: 437644,
    inactiveFile: 234644,
    anonPages: 371632,
    mapped: 275916,
    shmem: 11364,
    slab: 97924,
    sreclaimable: 56632,
    sunreclaim: 41292,
    kernelStack: 7424,
    pageTables: 6952,
    commitLimit: 1011302,
    commitTedas: 1908796,
    vmallocTotal: 34359738367,
    vmallocUsed: 20476,
    hugepagesize: 2048,
    directMap4k: 26624,
    directMap2m: 2070528,
  },
} as const;
