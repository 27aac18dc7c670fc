import { MachineServiceService, type MemInfo, MemInfo as MemInfoMessage } from '../../gen/machine/machine.js';
import { processesOf } from '../machine/processes.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';

/** Kibibytes, as the kernel counts. */
const memory: MemInfo = MemInfoMessage.fromPartial({
  memtotal: 2_015_232n,
  memfree: 903_412n,
  memavailable: 1_486_220n,
  buffers: 7_164n,
  cached: 611_420n,
  active: 284_512n,
  inactive: 506_608n,
  activeanon: 172_332n,
  activefile: 112_180n,
  inactivefile: 506_608n,
  dirty: 172n,
  anonpages: 172_536n,
  mapped: 226_104n,
  shmem: 10_328n,
  slab: 77_904n,
  sreclaimable: 41_260n,
  sunreclaim: 36_644n,
  kernelstack: 4_272n,
  pagetables: 4_716n,
  commitlimit: 1_007_616n,
  committedas: 1_120_640n,
  vmalloctotal: 34_359_738_367n,
  vmallocused: 13_420n,
  hugepagesize: 2_048n,
  directmap4k: 81_792n,
  directmap2m: 2_015_232n,
});

const root = 10_464_022_528n;
const shared = 1_031_798_784n;

const mounts = [
  { filesystem: 'overlay', size: root, available: 9_663_676_416n, mountedOn: '/' },
  { filesystem: 'proc', size: 0n, available: 0n, mountedOn: '/proc' },
  { filesystem: 'sysfs', size: 0n, available: 0n, mountedOn: '/sys' },
  { filesystem: 'tmpfs', size: shared, available: shared, mountedOn: '/run' },
  { filesystem: 'tmpfs', size: shared, available: shared, mountedOn: '/system' },
  { filesystem: 'tmpfs', size: 67_108_864n, available: 67_108_864n, mountedOn: '/tmp' },
  { filesystem: '/dev/sda4', size: 94_371_840n, available: 88_080_384n, mountedOn: '/system/state' },
  { filesystem: '/dev/sda5', size: root, available: 9_663_676_416n, mountedOn: '/var' },
];

/** The machine as an operating system sees it. */
export const system = [
  unary(MachineServiceService.memory, () => ({ messages: [{ metadata: undefined, meminfo: memory }] })),
  unary(MachineServiceService.mounts, () => ({ messages: [{ metadata: undefined, stats: mounts }] })),
  unary(MachineServiceService.loadAvg, () => ({
    messages: [{ metadata: undefined, load1: 0.21, load5: 0.17, load15: 0.09 }],
  })),
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
