import { cpu, load } from '../hardware.js';
import { type Rule, resource } from '../node.js';

const owner = 'perf.StatsController';

/** Load of processors and memory. */
export const perfRules: Rule = () => [
  resource('CPUStats.perf.talos.dev', 'latest', owner, {
    cpu: Array.from({ length: cpu.threads }, () => load.cpu),
    cpuTotal: Object.fromEntries(
      Object.entries(load.cpu).map(([name, seconds]) => [name, Math.round(seconds * cpu.threads * 100) / 100]),
    ),
    irqTotal: load.irqTotal,
    contextSwitches: load.contextSwitches,
    processCreated: load.processCreated,
    processRunning: 1,
    softIrqTotal: load.softIrqTotal,
  }),
  resource('MemoryStats.perf.talos.dev', 'latest', owner, load.memory),
];
