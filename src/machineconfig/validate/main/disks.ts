import type { Section } from '../section.js';

/** `machine.disks`: only the last partition may take the rest. */
export function checkDisks(machine: Section): void {
  for (const disk of machine.filledItems('disks')) {
    const partitions = disk.slots('partitions');
    for (const { path: place, section } of partitions.slice(0, -1)) {
      if (section === undefined || section.number('size') === 0) {
        disk.report.error(place, 'only the last partition of a disk may go without a size');
      }
    }
  }
}
