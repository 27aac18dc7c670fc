import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { DiskContent, DiskStore } from '../machine/disk.js';
import { readIfThere, removeIfThere, writePrivate } from './files.js';

/** A machine's disk as a folder: `config.yaml` is the configuration as it was applied, `disk.yaml` the rest. */
export class FolderDisk implements DiskStore {
  readonly #config: string;
  readonly #rest: string;
  #content: DiskContent;

  constructor(folder: string) {
    this.#config = join(folder, 'config.yaml');
    this.#rest = join(folder, 'disk.yaml');
    const rest = (parse(readIfThere(this.#rest) ?? '') ?? {}) as Partial<DiskContent>;
    this.#content = { ...rest, configText: readIfThere(this.#config), installed: rest.installed === true };
  }

  read(): DiskContent {
    return this.#content;
  }

  write(content: DiskContent): void {
    const { configText, ...rest } = content;
    if (configText !== this.#content.configText) {
      if (configText === undefined) removeIfThere(this.#config);
      else writePrivate(this.#config, configText);
    }
    writePrivate(this.#rest, stringify(rest));
    this.#content = content;
  }
}
