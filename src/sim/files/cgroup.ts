import type { ProcessInfo } from '../../gen/machine/machine.js';
import { podsOf } from '../machine/pods.js';
import { processesOf } from '../machine/processes.js';
import type { Runtime } from '../machine/runtime.js';
import { cpu } from '../resources/hardware.js';
import { file, folder, type Placed } from './node.js';

const mountPath = '/sys/fs/cgroup';
const mebibyte = 1024 * 1024;
const microseconds = 1_000_000;
/** Memory of a group besides that of its processes: caches, in parts of it. */
const cached = 0.3;

/** What a group may use; sizes in MiB, absent ones are not limited. */
interface Limits {
  readonly min?: number;
  readonly low?: number;
  readonly max?: number;
  readonly swapMax?: number;
  /** Thousandths of a processor, for its weight among the others. */
  readonly millicores?: number;
}

/** The groups that Talos makes. */
const systemGroups: Readonly<Record<string, Limits>> = {
  init: { min: 96, low: 192, swapMax: 0, millicores: 2000 },
  kubepods: {},
  podruntime: { min: 292, low: 840, millicores: 4000 },
  'podruntime/etcd': { low: 256, swapMax: 0, millicores: 2000 },
  'podruntime/kubelet': { min: 96, low: 192, swapMax: 0, millicores: 1000 },
  'podruntime/runtime': { min: 196, low: 392, swapMax: 0, millicores: 1000 },
  system: { min: 96, low: 192, millicores: 1500 },
  'system/apid': { min: 16, low: 32, max: 128, swapMax: 0, millicores: 500 },
  'system/dashboard': { max: 128, millicores: 200 },
  'system/runtime': { min: 48, low: 96, swapMax: 0, millicores: 500 },
  'system/trustd': { min: 8, low: 16, max: 128, swapMax: 0, millicores: 250 },
  'system/udevd': { min: 8, low: 16, swapMax: 0, millicores: 250 },
};

const serviceGroups: Readonly<Record<string, string>> = {
  apid: 'system/apid',
  containerd: 'system/runtime',
  cri: 'podruntime/runtime',
  dashboard: 'system/dashboard',
  etcd: 'podruntime/etcd',
  kubelet: 'podruntime/kubelet',
  trustd: 'system/trustd',
  udevd: 'system/udevd',
};

/** A group and the processes in it and below it. */
interface Group {
  readonly path: string;
  readonly limits: Limits;
  readonly own: readonly ProcessInfo[];
  readonly all: readonly ProcessInfo[];
}

/** Below /sys/fs/cgroup: the control groups, by what runs on the machine. */
export function cgroupFiles(runtime: Runtime): readonly Placed[] {
  return [
    [mountPath, folder({ label: 'cgroup_t' })],
    ...groupsOf(runtime).flatMap((group) =>
      Object.entries(group.path === '' ? rootFiles(group) : groupFiles(group)).map(
        ([name, text]): Placed => [
          [mountPath, group.path, name].filter((part) => part !== '').join('/'),
          file(`${text}\n`.replace(/^\n$/, ''), { mode: 0o444, size: 0 }),
        ],
      ),
    ),
  ];
}

function groupsOf(runtime: Runtime): readonly Group[] {
  const processes = processesOf(runtime);
  const places = placesOf(runtime, processes);
  const qualities = podsOf(runtime).map(({ quality }) => `kubepods/${quality}`);
  const paths = new Set(['', ...Object.keys(systemGroups), ...qualities, ...[...places.values()].flatMap(withParents)]);
  const inUse = [...paths].filter((path) => isInUse(path, places));
  return inUse.sort().map((path) => ({
    path,
    limits: systemGroups[path] ?? {},
    own: processes.filter(({ pid }) => places.get(pid) === path),
    all: processes.filter(({ pid }) => path === '' || isBelow(places.get(pid) ?? '', path)),
  }));
}

/** Groups of services come with the service. */
function isInUse(path: string, places: ReadonlyMap<number, string>): boolean {
  return !Object.values(serviceGroups).includes(path) || [...places.values()].includes(path);
}

/** The path of the group of each process. */
function placesOf(runtime: Runtime, processes: readonly ProcessInfo[]): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  for (const { pid, executable, args } of processes) {
    if (executable === '') places.set(pid, '');
    else if (executable.includes('shim'))
      places.set(pid, `${args.includes(' /system/run/') ? 'system' : 'podruntime'}/runtime`);
    else places.set(pid, 'init');
  }
  for (const { id, pid } of runtime.services.list()) {
    const path = serviceGroups[id];
    if (pid !== 0 && path !== undefined) places.set(pid, path);
  }
  for (const { uid, quality, sandboxId, sandboxPid, containers } of podsOf(runtime)) {
    const path = `kubepods/${quality}/pod${uid}`;
    places.set(sandboxPid, `${path}/${sandboxId}`);
    for (const { id, pid } of containers) places.set(pid, `${path}/${id}`);
  }
  return places;
}

function withParents(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

/** What the root has: no limits, and no count of its own memory. */
function rootFiles(group: Group): Readonly<Record<string, string>> {
  return {
    'cgroup.controllers': 'cpuset cpu io memory hugetlb pids rdma misc',
    'cgroup.procs': lines(group.own.map(({ pid }) => pid)),
    'cgroup.stat': 'nr_descendants 32\nnr_dying_descendants 0',
    'cgroup.threads': lines(group.own.map(({ pid }) => pid)),
    'cpu.pressure': pressure(0.2),
    'cpu.stat': cpuStat(group),
    'cpuset.cpus.effective': processors,
    'cpuset.mems.effective': '0',
    'io.pressure': pressure(0.1),
    'io.stat': ioStat(group),
    'memory.pressure': pressure(0),
    'memory.stat': memoryStat(group),
  };
}

function groupFiles(group: Group): Readonly<Record<string, string>> {
  const { limits, own, all } = group;
  const memory = memoryOf(all);
  const millicores = Math.min(limits.millicores ?? 100, cpu.threads * 1000);
  const threads = all.reduce((sum, process) => sum + process.threads, 0);
  return {
    'cgroup.controllers': 'cpuset cpu io memory pids',
    'cgroup.events': `populated ${all.length > 0 ? 1 : 0}\nfrozen 0`,
    'cgroup.freeze': '0',
    'cgroup.procs': lines(own.map(({ pid }) => pid)),
    'cgroup.stat': 'nr_descendants 0\nnr_dying_descendants 0',
    'cgroup.threads': lines(own.flatMap(threadsOf)),
    'cpu.idle': '0',
    'cpu.max': 'max 100000',
    'cpu.max.burst': '0',
    'cpu.pressure': pressure(0.05),
    'cpu.stat': cpuStat(group),
    'cpu.weight': String(weightOf(millicores)),
    'cpu.weight.nice': '0',
    'cpuset.cpus': '',
    'cpuset.cpus.effective': processors,
    'cpuset.mems': '',
    'cpuset.mems.effective': '0',
    'io.max': '',
    'io.pressure': pressure(0.02),
    'io.stat': ioStat(group),
    'memory.current': String(memory),
    'memory.events': 'low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0',
    'memory.high': 'max',
    'memory.low': mebibytes(limits.low ?? 0),
    'memory.max': mebibytes(limits.max),
    'memory.min': mebibytes(limits.min ?? 0),
    'memory.numa_stat': `anon N0=${anonymous(all)}\nfile N0=${memory - anonymous(all)}`,
    'memory.oom.group': '0',
    'memory.peak': String(Math.round((memory * 1.2) / 4096) * 4096),
    'memory.pressure': pressure(0),
    'memory.stat': memoryStat(group),
    'memory.swap.current': '0',
    'memory.swap.events': 'high 0\nmax 0\nfail 0',
    'memory.swap.high': 'max',
    'memory.swap.max': mebibytes(limits.swapMax),
    'memory.swap.peak': '0',
    'memory.zswap.current': '0',
    'memory.zswap.max': 'max',
    'memory.zswap.writeback': '1',
    'pids.current': String(threads),
    'pids.events': 'max 0',
    'pids.max': 'max',
    'pids.peak': String(threads + 2),
  };
}

const processors = `0-${cpu.threads - 1}`;

function cpuStat({ all }: Group): string {
  const used = Math.round(all.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * microseconds);
  const user = Math.round(used * 0.7);
  return [
    `usage_usec ${used}`,
    `user_usec ${user}`,
    `system_usec ${used - user}`,
    'nice_usec 0',
    'nr_periods 0',
    'nr_throttled 0',
    'throttled_usec 0',
    'nr_bursts 0',
    'burst_usec 0',
  ].join('\n');
}

/** Reads and writes of the system disk, 8:0. */
function ioStat({ all }: Group): string {
  const resident = anonymous(all);
  if (resident === 0) return '';
  const [read, written] = [Math.round(resident / 4096) * 4096, Math.round(resident / 40_960) * 4096];
  const operations = `rios=${Math.ceil(read / 32_768)} wios=${Math.ceil(written / 8192)}`;
  return `8:0 rbytes=${read} wbytes=${written} ${operations} dbytes=0 dios=0`;
}

function memoryStat({ all }: Group): string {
  const memory = memoryOf(all);
  return `anon ${anonymous(all)}\nfile ${memory - anonymous(all)}\nkernel 0\nslab 0\nsock 0\nshmem 0`;
}

function anonymous(processes: readonly ProcessInfo[]): number {
  return processes.reduce((sum, { residentMemory }) => sum + Number(residentMemory), 0);
}

function memoryOf(processes: readonly ProcessInfo[]): number {
  return Math.round((anonymous(processes) * (1 + cached)) / 4096) * 4096;
}

/** Stalls: in hundredths of the last ten seconds, minute and five minutes, and in all. */
function pressure(percent: number): string {
  const total = Math.round(percent * 400_000);
  const line = (share: string, value: number, sum: number): string =>
    `${share} avg10=${value.toFixed(2)} avg60=${(value / 2).toFixed(2)} avg300=${(value / 4).toFixed(2)} total=${sum}`;
  return `${line('some', percent, total)}\n${line('full', percent / 2, Math.round(total / 2))}`;
}

/** The processor's weight of a group that may use so many thousandths of one. */
function weightOf(millicores: number): number {
  const shares = Math.floor((millicores * 1024) / 1000);
  return 1 + Math.floor(((shares - 2) * 9999) / 262_142);
}

/** The first thread of a process has its number, the others have later ones. */
function threadsOf({ pid, threads }: ProcessInfo): readonly number[] {
  return Array.from({ length: threads }, (_, index) => (index === 0 ? pid : 10_000 + pid * 16 + index));
}

function mebibytes(size: number | undefined): string {
  return size === undefined ? 'max' : String(size * mebibyte);
}

function lines(values: readonly number[]): string {
  return values.join('\n');
}
