import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptClusters, KeptFile } from '../kept.js';
import { removeIfThere, writePrivate } from './files.js';

/** What the etcd of clusters holds, as files: `etcd/<id of the cluster>/` in a folder. */
export class FolderClusters implements KeptClusters {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(clusterId: string, file: KeptFile): Buffer | undefined {
    const path = this.#path(clusterId, file);
    return existsSync(path) ? readFileSync(path) : undefined;
  }

  write(clusterId: string, file: KeptFile, content: Buffer | undefined): void {
    // Who destroys a cluster may have removed its folder by now.
    if (!existsSync(this.#folder)) return;
    const path = this.#path(clusterId, file);
    if (content === undefined) removeIfThere(path);
    else writePrivate(path, content);
  }

  #path(clusterId: string, file: KeptFile): string {
    return join(this.#folder, 'etcd', Buffer.from(clusterId).toString('base64url'), file);
  }
}
