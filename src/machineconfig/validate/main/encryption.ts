import type { Section } from '../section.js';

const kinds = ['static', 'nodeID', 'kms', 'tpm'];

/** Disk encryption in the older form. */
export function checkDiskEncryption(machine: Section): void {
  for (const partition of ['state', 'ephemeral']) {
    const encryption = machine.sub('systemDiskEncryption', partition);
    if (encryption === undefined) continue;
    const keys = encryption.slots('keys');
    if (keys.length === 0) encryption.error('keys', 'encryption needs at least one key');
    const slots = new Set<number>();
    for (const { path, section: key } of keys) {
      const slot = key?.number('slot') ?? 0;
      if (slots.has(slot)) encryption.report.error(path, `the slot ${slot} is taken by another key`);
      slots.add(slot);
      if (!kinds.some((kind) => key?.has(kind)))
        encryption.report.error(path, `the key is none of ${kinds.join(', ')}`);
    }
  }
}
