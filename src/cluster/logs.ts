import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writeFileAtomically } from '../files/atomic.js';
import { tarEnd, tarEntry, tarPadding } from '../sim/files/tar.js';
import { readIfThere } from '../sim/process/files.js';
import type { ClusterState } from '../sim/process/state.js';
import { readConsole } from './control.js';
import { logFile } from './sim.js';

/** Packs what the process of a cluster and the consoles of its nodes have said into a .tar.gz archive. */
export async function saveLogs(folder: string, state: ClusterState, path: string, now: Date): Promise<void> {
  const { process } = state;
  const consoles = state.nodes.map(async ({ name }) => ({
    name: `${name}.log`,
    text: (process && (await readConsole(process, name))) ?? '',
  }));
  const logs = [{ name: logFile, text: readIfThere(join(folder, logFile)) ?? '' }, ...(await Promise.all(consoles))];
  const entries = logs.flatMap(({ name, text }) => {
    const content = Buffer.from(text);
    return [tarEntry({ name, mode: 0o600, modified: now, content }), tarPadding(content.length)];
  });
  await writeFileAtomically(path, await promisify(gzip)(Buffer.concat([...entries, tarEnd()])));
}
