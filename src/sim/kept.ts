/** What etcd keeps for a cluster: the objects of Kubernetes, and the database that it was recovered from. */
export type KeptFile = 'objects.json' | 'recovered.db';

/** Keeps what the etcd of each cluster holds beyond the life of the process that plays it. Writing is done when it returns. */
export interface KeptClusters {
  /** Undefined where there is nothing. */
  read(clusterId: string, file: KeptFile): Buffer | undefined;
  /** Undefined takes away what there is. */
  write(clusterId: string, file: KeptFile, content: Buffer | undefined): void;
}

/** Keeps it as long as the process. */
export class MemoryClusters implements KeptClusters {
  readonly #files = new Map<string, Buffer>();

  read(clusterId: string, file: KeptFile): Buffer | undefined {
    return this.#files.get(`${clusterId} ${file}`);
  }

  write(clusterId: string, file: KeptFile, content: Buffer | undefined): void {
    if (content === undefined) this.#files.delete(`${clusterId} ${file}`);
    else this.#files.set(`${clusterId} ${file}`, content);
  }
}
