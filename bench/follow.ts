import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Invocation, median, type Program } from './measure.js';

/** Lines of a run that are not counted: the program still warms up. */
const first = 10;
const counted = 100;

/**
 * Milliseconds from the moment at which a node writes a line of a log to that at which a program that follows the log has
 * printed it: medians of the lines of some runs, the programs in turn. The lines say when they were written.
 */
export async function followLatency(
  programs: readonly Program[],
  runs: number,
  invocation: Invocation,
): Promise<readonly number[]> {
  const latencies = programs.map((): number[] => []);
  for (let turn = 0; turn < runs; turn++) {
    for (const [at, program] of programs.entries()) latencies[at]?.push(...(await follow(program, invocation)));
  }
  return latencies.map(median);
}

async function follow({ words: [file, ...start] }: Program, { words, env, cwd }: Invocation): Promise<number[]> {
  const child = spawn(file, [...start, ...words], { env, cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  const latencies: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const written = /(\d+)$/.exec(line)?.[1];
    if (written !== undefined) latencies.push(Number(process.hrtime.bigint() - BigInt(written)) / 1e6);
    if (latencies.length === first + counted) child.kill('SIGINT');
  }
  await closed;
  if (latencies.length < first + counted) throw new Error(`${file} ${words.join(' ')} ended early`);
  return latencies.slice(first, first + counted);
}
