import { DiskStat, MachineServiceService, type MemInfo, MemInfo as MemInfoMessage } from '../../gen/machine/machine.js';
import { mountsOf } from '../machine/mounts.js';
import { processesOf } from '../machine/processes.js';
import type { Runtime } from '../machine/runtime.js';
import { disk, load, partitions } from '../resources/hardware.js';
import { unary } from '../rpc/handler.js';

/** Kibibytes, as the kernel counts; the same figures as in the resource `MemoryStat`. */
const memory: MemInfo = memoryOf(load.memory);

function memoryOf({ total, available, buffers, cached, shmem, ...rest }: typeof load.memory): MemInfo {
  return MemInfoMessage.fromPartial({
    memtotal: total,
    memavailable: available,
    // What the page cache could give back is available, but not free.
    memfree: available - buffers - cached + shmem,
    buffers,
    cached,
    shmem,
    active: rest.active,
    inactive: rest.inactive,
    activeanon: rest.activeAnon,
    inactiveanon: rest.inactiveAnon,
    activefile: rest.activeFile,
    inactivefile: rest.inactiveFile,
    anonpages: rest.anonPages,
    mapped: rest.mapped,
    slab: rest.slab,
    sreclaimable: rest.sreclaimable,
    sunreclaim: rest.sunreclaim,
    kernelstack: rest.kernelStack,
    pagetables: rest.pageTables,
    commitlimit: rest.commitLimit,
    committedas: rest.commitTedas,
    vmalloctotal: rest.vmallocTotal,
    vmallocused: rest.vmallocUsed,
    hugepagesize: rest.hugepagesize,
    directmap4k: rest.directMap4k,
    directmap2m: rest.directMap2m,
  });
}

/** The machine as an operating system sees it. */
export const system = [
  unary(MachineServiceService.memory, () => ({ messages: [{ metadata: undefined, meminfo: memory }] })),
  unary(MachineServiceService.mounts, (runtime: Runtime) => ({
    messages: [{ metadata: undefined, stats: [...mountsOf(runtime)] }],
  })),
  unary(MachineServiceService.loadAvg, () => ({
    messages: [{ metadata: undefined, load1: 0.21, load5: 0.17, load15: 0.09 }],
  })),
  unary(MachineServiceService.diskStats, (runtime: Runtime) => {
    const devices = [disk.name, ...partitions.map(({ number }) => `${disk.name}${number}`)].map((name, index) =>
      diskStat(runtime, name, index === 0 ? 1 : 1 / partitions.length),
    );
    return { messages: [{ metadata: undefined, total: diskStat(runtime, '', 1), devices }] };
  }),
  unary(MachineServiceService.processes, (runtime: Runtime) => ({
    messages: [{ metadata: undefined, processes: [...processesOf(runtime)] }],
  })),
  unary(MachineServiceService.systemStat, (runtime: Runtime) => {
    const seconds = (runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 1000;
    const cpu = {
      user: seconds * 0.05,
      nice: 0,
      system: seconds * 0.03,
      idle: seconds * 0.92,
      iowait: 0,
      irq: 0,
      softIrq: 0,
      steal: 0,
      guest: 0,
      guestNice: 0,
    };
    return {
      messages: [
        {
          metadata: undefined,
          bootTime: BigInt(Math.floor(runtime.bootedAt.getTime() / 1000)),
          cpuTotal: cpu,
          cpu: [cpu],
          irqTotal: BigInt(Math.floor(seconds * 400)),
          irq: [],
          contextSwitches: BigInt(Math.floor(seconds * 900)),
          processCreated: BigInt(processesOf(runtime).length),
          processRunning: 1n,
          processBlocked: 0n,
          softIrqTotal: BigInt(Math.floor(seconds * 200)),
          softIrq: undefined,
        },
      ],
    };
  }),
];

/** Counters of a disk that is read as the machine boots, and written to a little afterwards. */
function diskStat(runtime: Runtime, name: string, share: number): DiskStat {
  const seconds = (runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 1000;
  const count = (perBoot: number, perSecond: number): bigint =>
    BigInt(Math.floor((perBoot + perSecond * seconds) * share));
  return DiskStat.fromPartial({
    name,
    readCompleted: count(9200, 0.2),
    readSectors: count(1_120_000, 8),
    readTimeMs: count(4100, 0.1),
    writeCompleted: count(1300, 4),
    writeSectors: count(64_000, 180),
    writeTimeMs: count(900, 3),
    ioTimeMs: count(3800, 4),
    ioTimeWeightedMs: count(5000, 3.1),
  });
}
