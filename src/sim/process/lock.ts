import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, removeIfThere } from './files.js';
import { processBegan } from './identity.js';

const lockFile = 'process.lock';

/** The process that runs a cluster. */
export interface Owner {
  readonly pid: number;
  /** When it began, as `processBegan` says. */
  readonly began: string;
}

/** Makes a process the only one that runs the cluster of a folder; gives what ends that. Fails where one runs it. */
export async function lockCluster(folder: string, owner: Owner): Promise<() => void> {
  const path = join(folder, lockFile);
  const content = JSON.stringify(owner);
  for (;;) {
    try {
      writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
      return () => {
        if (readIfThere(path) === content) removeIfThere(path);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = JSON.parse(readIfThere(path) || 'null') as Owner | null;
    if (holder !== null && (await processBegan(holder.pid)) === holder.began) {
      throw new Error(`this cluster runs already, as process ${holder.pid}`);
    }
    removeIfThere(path);
  }
}
