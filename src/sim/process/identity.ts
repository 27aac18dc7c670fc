import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Positions among the fields of /proc/PID/stat that follow the command's name. */
const field = { state: 0, threads: 17, startTime: 19 };

/**
 * When a process began, in words of the system that only compare as equal or not; undefined where it does not run.
 * Together with the number it names a process for good: numbers are used again.
 */
export async function processBegan(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // One that has ended keeps its number until its parent asks, which in a container may be never. What it held, such as
    // ports, it holds until its last thread has ended.
    const hasEnded = fields[field.state] === 'Z' && Number(fields[field.threads]) <= 1;
    return hasEnded ? undefined : fields[field.startTime];
  } catch {
    // No such process, or a system without /proc.
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}
