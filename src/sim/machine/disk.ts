import type { BootSlots } from './installed.js';

/** What survives a reboot. */
export interface DiskContent {
  /** The configuration to boot with; absent: maintenance mode. */
  readonly configText?: string | undefined;
  /** Whether the system was installed to the disk. */
  readonly installed: boolean;
  /** What was installed, where the machine can tell. */
  readonly slots?: BootSlots | undefined;
  /** This machine's membership in the etcd cluster of a cluster id. */
  readonly etcd?: EtcdMembership | undefined;
  /** Values of the META partition, by their keys as resources have them (`0x0a`). */
  readonly metaKeys?: Readonly<Record<string, string>> | undefined;
  /** Devices whose content is gone, and partitions that are gone themselves. */
  readonly wipedDevices?: Readonly<Record<string, 'wiped' | 'dropped'>> | undefined;
}

export interface EtcdMembership {
  readonly clusterId: string;
  /** Hexadecimal member id. */
  readonly memberId: string;
  /** Whether other members have removed this one: its data is of no more use. */
  readonly removed?: boolean;
}

export const emptyDisk: DiskContent = { installed: false };

/** Where a machine's disk is kept. Writing is done when it returns. */
export interface DiskStore {
  read(): DiskContent;
  write(content: DiskContent): void;
}

/** A disk that is gone with the process. */
export class MemoryDisk implements DiskStore {
  #content: DiskContent = emptyDisk;

  read(): DiskContent {
    return this.#content;
  }

  write(content: DiskContent): void {
    this.#content = content;
  }
}
