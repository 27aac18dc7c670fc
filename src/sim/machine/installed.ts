import { parseReference } from './images.js';

/** A system that can be booted. */
export interface InstalledSystem {
  /** Of Talos, `v1.13.9`. */
  readonly version: string;
  /** The installer it came from; absent: the machine was started from it as it is. */
  readonly image?: string | undefined;
}

export type Slot = 'A' | 'B';

/** The two places on a disk from which a machine can boot. */
export interface BootSlots {
  /** Where the next boot goes to. */
  readonly next: Slot;
  readonly A?: InstalledSystem | undefined;
  readonly B?: InstalledSystem | undefined;
}

const version = /^:(v\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)(?:@|$)/;

/** The system that an installer puts on a disk. An image without a version in its tag brings the given one. */
export function systemOf(image: string, otherwise: string): InstalledSystem {
  return { version: version.exec(parseReference(image).version)?.[1] ?? otherwise, image };
}

/** What a boot runs, and from where. */
export interface BootedSystem {
  readonly slot: Slot;
  readonly system: InstalledSystem;
}

/** What the next boot runs: what is installed, else what the machine is started with. */
export function nextBoot(slots: BootSlots | undefined, otherwise: InstalledSystem): BootedSystem {
  const slot = slots?.next ?? 'A';
  return { slot, system: slots?.[slot] ?? otherwise };
}

/** Installs beside what runs; the next boot is the new one. */
export function installBeside({ slot, system }: BootedSystem, added: InstalledSystem): BootSlots {
  return slot === 'A' ? { next: 'B', A: system, B: added } : { next: 'A', A: added, B: system };
}

/** Goes back to the slot that is not running; undefined where it is empty. */
export function revert(slots: BootSlots | undefined, { slot }: BootedSystem): BootSlots | undefined {
  const other: Slot = slot === 'A' ? 'B' : 'A';
  return slots?.[other] === undefined ? undefined : { ...slots, next: other };
}

/** The schematic of Image Factory by which an installer was made. */
export function schematicOf({ image = '' }: InstalledSystem): string | undefined {
  return /-?installer(?:-secureboot)?\/([0-9a-f]{64})$/.exec(parseReference(image).repository)?.[1];
}
