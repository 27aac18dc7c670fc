import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that is measured: the words that start it. */
export interface Program {
  readonly name: string;
  readonly words: readonly [string, ...string[]];
}

export interface Invocation {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Folder that a run leaves, and the next one must not find. */
  readonly leaves?: string | undefined;
}

export interface Cost {
  /** Milliseconds from start to end, as the one who waits sees them. */
  readonly wall: number;
  /** Milliseconds of processor time. NaN where the system does not tell. */
  readonly cpu: number;
  /** MiB of memory at the most. NaN where the system does not tell. */
  readonly memory: number;
}

/** GNU time: a small program whose child's memory is not taken for more than it is, as that of a child of Node would be. */
const gnuTime = '/usr/bin/time';

/** Runs programs in turn (A B A B …), so that what else the machine does meets all of them, and gives medians. */
export function measure(programs: readonly Program[], runs: number, invocation: Invocation): readonly Cost[] {
  const walls = programs.map((): number[] => []);
  const uses = programs.map((): Omit<Cost, 'wall'>[] => []);
  for (const program of programs) run(program.words, invocation);
  for (let turn = 0; turn < runs; turn++) {
    programs.forEach(({ words }, at) => {
      walls[at]?.push(run(words, invocation));
    });
  }
  for (let turn = 0; turn < Math.min(runs, 5); turn++) {
    programs.forEach(({ words }, at) => {
      uses[at]?.push(usage(words, invocation));
    });
  }
  return programs.map((_, at) => ({
    wall: median(walls[at] ?? []),
    cpu: median((uses[at] ?? []).map(({ cpu }) => cpu)),
    memory: median((uses[at] ?? []).map(({ memory }) => memory)),
  }));
}

function run([program, ...start]: Program['words'], { words, env, cwd, leaves }: Invocation): number {
  if (leaves !== undefined) rmSync(join(cwd, leaves), { recursive: true, force: true });
  const began = performance.now();
  const { status, error, stderr } = spawnSync(program, [...start, ...words], {
    env,
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stderr.toString()}`);
  return took;
}

function usage(program: Program['words'], invocation: Invocation): Omit<Cost, 'wall'> {
  if (!existsSync(gnuTime)) return { cpu: Number.NaN, memory: Number.NaN };
  const file = join(tmpdir(), `talosctl-bench-${process.pid}`);
  try {
    run([gnuTime, '-o', file, '-f', '%U %S %M', ...program], invocation);
    const [user = 0, system = 0, kibibytes = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    return { cpu: (user + system) * 1000, memory: kibibytes / 1024 };
  } finally {
    rmSync(file, { force: true });
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
