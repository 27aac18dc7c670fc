import type { ProcessInfo } from '../../gen/machine/machine.js';
import { mountsOf } from '../machine/mounts.js';
import { processesOf } from '../machine/processes.js';
import type { Runtime } from '../machine/runtime.js';
import {
  cpu,
  disk,
  kernelCommandLine,
  kernelModules,
  kernelParameters,
  kernelVersion,
  load,
  partitions,
  pciDevices,
} from '../resources/hardware.js';
import { below, file, folder, link, type Placed } from './node.js';

/** The kernel shows no size for what it makes up as it is read. */
const shown = { size: 0, mode: 0o444 } as const;
const text = (read: () => string) => file(read, shown);

/** Below /proc: processes, counters and settings of the kernel. */
export function procFiles(runtime: Runtime): readonly Placed[] {
  return [
    ['/proc', folder({ label: 'proc_t', modified: runtime.machine.now(), mode: 0o555, size: 0 })],
    ...below('/proc', [
      ['self', link('1')],
      ['thread-self', link('1/task/1')],
      ['mounts', link('self/mounts')],
      ['net', link('self/net')],
      ['cmdline', text(() => `${kernelCommandLine}\n`)],
      ['version', text(() => `Linux version ${kernelVersion} (build@talos) #1 SMP PREEMPT_DYNAMIC\n`)],
      ['uptime', text(() => uptime(runtime))],
      ['loadavg', text(() => `0.21 0.17 0.09 1/${processesOf(runtime).length} 4021\n`)],
      ['meminfo', text(meminfo)],
      ['cpuinfo', text(cpuinfo)],
      ['modules', text(modules)],
      ['filesystems', text(() => 'nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\nnodev\tcgroup2\n\text4\n\txfs\n\tvfat\n')],
      ['partitions', text(partitionTable)],
      ['swaps', text(() => 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n')],
      ['bus/pci/devices', text(pciTable)],
      ...['cpu', 'io', 'memory'].map((name): Placed => [`pressure/${name}`, text(pressure)]),
      ...processesOf(runtime).flatMap((process) => below(String(process.pid), processFiles(process))),
      ['1/mounts', text(() => mountTable(runtime))],
      ['1/net/dev', text(() => networkCounters(runtime))],
      ['1/net/arp', text(() => 'IP address       HW type     Flags       HW address            Mask     Device\n')],
      ...kernelSettings(runtime),
    ]),
  ];
}

function processFiles(process: ProcessInfo): readonly Placed[] {
  const { pid, ppid, state, threads, command, executable, args, residentMemory, virtualMemory } = process;
  const status = [
    `Name:\t${command}`,
    `State:\t${state} (${state === 'I' ? 'idle' : 'sleeping'})`,
    `Tgid:\t${pid}`,
    `Pid:\t${pid}`,
    `PPid:\t${ppid}`,
    'Uid:\t0\t0\t0\t0',
    'Gid:\t0\t0\t0\t0',
    `VmSize:\t${virtualMemory / 1024n} kB`,
    `VmRSS:\t${residentMemory / 1024n} kB`,
    `Threads:\t${threads}`,
    '',
  ].join('\n');
  return [
    ['cmdline', text(() => (args === '' ? '' : `${args.replaceAll(' ', '\0')}\0`))],
    ['comm', text(() => `${command}\n`)],
    ['status', text(() => status)],
    ['cwd', link('/')],
    ['root', link('/')],
    ...(executable === '' ? [] : [['exe', link(executable)] as const]),
  ];
}

function kernelSettings(runtime: Runtime): readonly Placed[] {
  const settings = new Map(Object.entries(kernelParameters).map(([name, [value]]) => [name, value]));
  for (const { id, spec } of runtime.resources.list('runtime', 'KernelParamStatuses.runtime.talos.dev')) {
    const { current } = spec as { readonly current?: unknown };
    if (typeof current === 'string') settings.set(id.replace(/^proc\.sys\./, ''), current);
  }
  const path = (name: string): string => `sys/${name.replaceAll('.', '/')}`;
  return [
    ...[...settings].map(([name, value]): Placed => [path(name), file(`${value}\n`, { size: 0 })]),
    ['sys/kernel/hostname', text(() => `${runtime.hostname}\n`)],
    ['sys/kernel/osrelease', text(() => `${kernelVersion}\n`)],
    ['sys/kernel/ostype', text(() => 'Linux\n')],
    ['sys/kernel/random/boot_id', text(() => `${runtime.bootId}\n`)],
  ];
}

function uptime({ machine, bootedAt }: Runtime): string {
  const seconds = (machine.now().getTime() - bootedAt.getTime()) / 1000;
  return `${seconds.toFixed(2)} ${(seconds * cpu.threads * 0.92).toFixed(2)}\n`;
}

function meminfo(): string {
  const { total, available, buffers, cached, shmem } = load.memory;
  const lines = {
    MemTotal: total,
    MemFree: available - buffers - cached + shmem,
    MemAvailable: available,
    Buffers: buffers,
    Cached: cached,
    Shmem: shmem,
    SwapTotal: 0,
    SwapFree: 0,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${`${name}:`.padEnd(16)}${String(value).padStart(8)} kB\n`)
    .join('');
}

function cpuinfo(): string {
  return Array.from({ length: cpu.threads }, (_, index) =>
    [
      `processor\t: ${index}`,
      'vendor_id\t: GenuineIntel',
      `model name\t: ${cpu.productName}`,
      `cpu MHz\t\t: ${cpu.maxSpeedMHz}.000`,
      `cpu cores\t: ${cpu.cores}`,
      '\n',
    ].join('\n'),
  ).join('');
}

function modules(): string {
  return kernelModules
    .map(({ name, size, dependencies, address }) => {
      const users = kernelModules.filter((other) => other.dependencies.some((needed) => needed === name));
      const names = users.length === 0 ? '-' : users.map((user) => `${user.name},`).join('');
      return `${name} ${size} ${Math.max(1, users.length + dependencies.length)} ${names} Live ${address}\n`;
    })
    .join('');
}

function partitionTable(): string {
  const row = (minor: number, bytes: number, name: string): string =>
    `   8 ${String(minor).padStart(8)} ${String(bytes / 1024).padStart(10)} ${name}\n`;
  const rows = partitions.map(({ number, size }) => row(number, size, `${disk.name}${number}`));
  return `major minor  #blocks  name\n\n${row(0, disk.size, disk.name)}${rows.join('')}`;
}

/** Bus, slot and function; vendor and product; interrupt, six addresses, the ROM's, their sizes; driver. */
function pciTable(): string {
  return pciDevices
    .map((pci) => {
      const [, bus = '', slot = '', func = ''] = /:(\w+):(\w+)\.(\w)$/.exec(pci.id) ?? [];
      const place = bus + (Number.parseInt(slot, 16) * 8 + Number(func)).toString(16).padStart(2, '0');
      const zeros = Array.from({ length: 15 }, () => '0').join('\t');
      const driver = 'driver' in pci ? pci.driver : '';
      return `${place}\t${pci.vendor_id.slice(2)}${pci.product_id.slice(2)}\t${zeros}\t${driver}\n`;
    })
    .join('');
}

function pressure(): string {
  return ['some', 'full'].map((share) => `${share} avg10=0.00 avg60=0.00 avg300=0.00 total=0\n`).join('');
}

function mountTable(runtime: Runtime): string {
  return mountsOf(runtime)
    .map(
      ({ filesystem, mountedOn }) =>
        `${filesystem} ${mountedOn} ${filesystem.startsWith('/dev/') ? 'xfs' : filesystem} rw,relatime 0 0\n`,
    )
    .join('');
}

function networkCounters(runtime: Runtime): string {
  const heading =
    'Inter-|   Receive                                                |  Transmit\n' +
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n';
  const seconds = Math.floor((runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 1000);
  const links = runtime.resources.list('network', 'LinkStatuses.net.talos.dev');
  const row = (name: string): string => {
    const packets = seconds * 40;
    const counters = [packets * 410, packets, 0, 0, 0, 0, 0, 0].map(String);
    return `${`${name}:`.padStart(7)} ${[...counters, ...counters].join(' ')}\n`;
  };
  return heading + links.map(({ id }) => row(id)).join('');
}
