import { TalosctlError } from '../../../errors/errors.js';
import { CgroupValue } from './value.js';

/** Values by name: `user_usec 12` a line. A name that is not there is unset. */
export class ValueMap extends Map<string, CgroupValue> {
  override get(name: string): CgroupValue {
    return super.get(name) ?? CgroupValue.unset;
  }
}

/** Values by name, by name: `some avg10=0.00 avg60=0.00` a line. */
export class NestedValueMap extends Map<string, ValueMap> {
  override get(name: string): ValueMap {
    return super.get(name) ?? new ValueMap();
  }
}

export type FileContent = CgroupValue | readonly CgroupValue[] | string | ValueMap | NestedValueMap;

interface FileKind {
  /** What a group has that has no such file. */
  readonly empty: FileContent;
  parse(text: string): FileContent;
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const single: FileKind = {
  empty: CgroupValue.unset,
  parse(text) {
    const [line] = linesOf(text);
    return line === undefined ? CgroupValue.unset : CgroupValue.parse(line.trim());
  },
};
const list: FileKind = { empty: [], parse: (text) => wordsOf(text).map((word) => CgroupValue.parse(word)) };
const raw: FileKind = { empty: '', parse: (text) => linesOf(text)[0] ?? '' };
const flat: FileKind = {
  empty: new ValueMap(),
  parse: (text) =>
    new ValueMap(
      linesOf(text).map((line) => {
        const [name = '', value = ''] = wordsOf(line);
        return [name, CgroupValue.parse(value)];
      }),
    ),
};
const nested: FileKind = {
  empty: new NestedValueMap(),
  parse: (text) =>
    new NestedValueMap(
      linesOf(text).map((line) => {
        const [name = '', ...pairs] = wordsOf(line);
        return [name, new ValueMap(pairs.map(pair))];
      }),
    ),
};

function pair(text: string): readonly [string, CgroupValue] {
  const equals = text.indexOf('=');
  if (equals < 0) throw new TalosctlError(`${JSON.stringify(text)} is no pair of name and value`);
  return [text.slice(0, equals), CgroupValue.parse(text.slice(equals + 1))];
}

const kinds: Readonly<Record<string, FileKind>> = {
  'cgroup.events': flat,
  'cgroup.freeze': single,
  'cgroup.procs': list,
  'cgroup.stat': flat,
  'cgroup.threads': list,
  'cpu.idle': single,
  'cpu.max': list,
  'cpu.max.burst': single,
  'cpu.pressure': nested,
  'cpu.stat': flat,
  'cpu.stat.local': flat,
  'cpu.weight': single,
  'cpu.weight.nice': single,
  'cpuset.cpus': raw,
  'cpuset.cpus.effective': raw,
  'cpuset.mems': raw,
  'cpuset.mems.effective': raw,
  'io.bfq.weight': flat,
  'io.max': nested,
  'io.pressure': nested,
  'io.stat': nested,
  'memory.current': single,
  'memory.events': flat,
  'memory.events.local': flat,
  'memory.high': single,
  'memory.low': single,
  'memory.max': single,
  'memory.min': single,
  'memory.numa_stat': nested,
  'memory.oom.group': single,
  'memory.peak': single,
  'memory.pressure': nested,
  'memory.stat': flat,
  'memory.swap.current': single,
  'memory.swap.events': flat,
  'memory.swap.high': single,
  'memory.swap.max': single,
  'memory.swap.peak': single,
  'memory.zswap.current': single,
  'memory.zswap.max': single,
  'memory.zswap.writeback': single,
  'pids.current': single,
  'pids.events': flat,
  'pids.max': single,
  'pids.peak': single,
};

/** Whether a file of the control group filesystem is one that is understood. */
export function isKnownFile(name: string): boolean {
  return Object.hasOwn(kinds, name);
}

/**
 * What a file of a control group holds; without a text, what a group has that has no such file.
 * @throws TalosctlError where the file is not understood, or holds what it never does
 */
export function fileContent(name: string, text?: string): FileContent {
  const kind = kinds[name];
  if (kind === undefined) throw new RangeError(`no control group has a file ${name}`);
  return text === undefined ? kind.empty : kind.parse(text);
}

const capitals: Readonly<Record<string, string>> = {
  cpu: 'CPU',
  cpuset: 'CPUSet',
  io: 'IO',
  cpus: 'CPUs',
  numa: 'NUMA',
  oom: 'OOM',
  bfq: 'BFQ',
};

/** Names of schemas for the files: `MemoryCurrent` for `memory.current`. */
export const fieldFiles: ReadonlyMap<string, string> = new Map(
  Object.keys(kinds).map((file) => [fieldName(file), file] as const),
);

function fieldName(file: string): string {
  return file
    .split(/[._]/)
    .map((word) => capitals[word] ?? word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
