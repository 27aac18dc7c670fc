import type { Cgroup } from './cgroup.js';
import type { CgroupColumn } from './columns.js';
import type { PresetName } from './preset-names.js';
import type { CgroupValue } from './value.js';

/** How wide the cells of a kind of value are at least. */
const width = { bytes: 8, count: 8, number: 6, percent: 6, length: 7, duration: 12, set: 12 } as const;
const longestProcesses = 50;

const right = (text: string, columns: number): string => text.padStart(columns);

function bytes(name: string, file: string): CgroupColumn {
  return { name, render: (group) => right(group.value(file).bytes(), width.bytes) };
}

function value(name: string, file: string, columns: number): CgroupColumn {
  return { name, render: (group) => right(group.value(file).toString(), columns) };
}

function duration(name: string, get: (group: Cgroup) => CgroupValue): CgroupColumn {
  return { name, render: (group) => right(get(group).duration(), width.duration) };
}

function text(name: string, file: string): CgroupColumn {
  return { name, render: (group) => right(group.text(file), width.set) };
}

/** What part of its parent's time a group has taken. */
function partOfParent(name: string, stat: string): CgroupColumn {
  return {
    name,
    render: (group) => {
      if (group.parent === undefined) return '-';
      const part = group.named('cpu.stat', stat).percentOf(group.parent.named('cpu.stat', stat));
      return `${right(part.toString(), width.percent)}%`;
    },
  };
}

function percent(name: string, file: string, ofFile: string): CgroupColumn {
  return {
    name,
    render: (group) => `${right(group.value(file).percentOf(group.value(ofFile)).toString(), width.percent)}%`,
  };
}

function pressure(name: string, file: string, share: 'some' | 'full', window: 'avg10' | 'avg60'): CgroupColumn {
  return { name, render: (group) => right(group.nested(file).get(share).get(window).toString(), width.number) };
}

/** Two counters of each device that has them. */
function devices(
  name: string,
  counters: readonly [string, string],
  write: (value: CgroupValue) => string,
): CgroupColumn {
  const [first, second] = counters;
  return {
    name,
    render: (group) =>
      [...group.nested('io.stat')]
        .sort(([left], [other]) => (left < other ? -1 : 1))
        .filter(([, stat]) => stat.size > 0)
        .map(([device, stat]) => `${device}: ${write(stat.get(first))}/${write(stat.get(second))} `)
        .join(''),
  };
}

const presets: Readonly<Record<PresetName, readonly CgroupColumn[]>> = {
  cpu: [
    value('CpuWeight', 'cpu.weight', width.number),
    value('CpuNice', 'cpu.weight.nice', width.number),
    {
      name: 'CpuMax',
      render: (group) =>
        `[${group
          .list('cpu.max')
          .map((item) => right(item.toString(), width.number))
          .join(' ')}]`,
    },
    duration('CpuUser', (group) => group.named('cpu.stat', 'user_usec')),
    partOfParent('User/%', 'user_usec'),
    duration('CpuSystem', (group) => group.named('cpu.stat', 'system_usec')),
    partOfParent('System/%', 'system_usec'),
    duration('Throttled', (group) => group.named('cpu.stat', 'throttled_usec')),
  ],
  cpuset: [
    text('CpuSet', 'cpuset.cpus'),
    text('CpuSet(Eff)', 'cpuset.cpus.effective'),
    text('Mems', 'cpuset.mems'),
    text('Mems(Eff)', 'cpuset.mems.effective'),
  ],
  io: [
    devices('Bytes Read/Written', ['rbytes', 'wbytes'], (counter) => counter.bytes()),
    // The root counts what is already counted below it.
    whereNotRoot(devices('ios Read/Write', ['rios', 'wios'], (counter) => counter.toString())),
    pressure('PressAvg10', 'io.pressure', 'some', 'avg10'),
    pressure('PressAvg60', 'io.pressure', 'some', 'avg60'),
    duration('PressTotal', (group) => group.nested('io.pressure').get('some').get('total')),
  ],
  memory: [
    bytes('MemCurrent', 'memory.current'),
    bytes('MemPeak', 'memory.peak'),
    bytes('MemLow', 'memory.low'),
    percent('Peak/Low', 'memory.peak', 'memory.low'),
    bytes('MemHigh', 'memory.high'),
    bytes('MemMin', 'memory.min'),
    percent('Current/Min', 'memory.current', 'memory.min'),
    bytes('MemMax', 'memory.max'),
  ],
  process: [
    value('PidsCurrent', 'pids.current', width.count),
    value('PidsPeak', 'pids.peak', width.count),
    value('PidsMax', 'pids.max', width.count),
    { name: 'Procs', render: (group) => right(String(group.list('cgroup.procs').length), width.length) },
    { name: 'Threads', render: (group) => right(String(group.list('cgroup.threads').length), width.length) },
    whereNotRoot({
      name: 'Processes',
      render: ({ processes }) => [...`[${processes.join(' ')}]`].slice(0, longestProcesses).join(''),
    }),
  ],
  psi: [
    bytes('MemCurrent', 'memory.current'),
    pressure('MemPsiSome10', 'memory.pressure', 'some', 'avg10'),
    pressure('MemPsi10', 'memory.pressure', 'full', 'avg10'),
    pressure('CpuPsi10', 'cpu.pressure', 'full', 'avg10'),
    pressure('IoPsi10', 'io.pressure', 'full', 'avg10'),
  ],
  swap: [
    bytes('SwapCurrent', 'memory.swap.current'),
    bytes('SwapPeak', 'memory.swap.peak'),
    bytes('SwapHigh', 'memory.swap.high'),
    bytes('SwapMax', 'memory.swap.max'),
    bytes('ZswapCurrent', 'memory.zswap.current'),
    bytes('ZswapMax', 'memory.zswap.max'),
    value('ZswapWriteback', 'memory.zswap.writeback', 0),
  ],
};

/** The columns of a preset. */
export function presetColumns(name: PresetName): readonly CgroupColumn[] {
  return presets[name];
}

function whereNotRoot(column: CgroupColumn): CgroupColumn {
  return { name: column.name, render: (group) => (group.parent === undefined ? '' : column.render(group)) };
}
