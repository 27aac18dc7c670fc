import type { DiskStat, MountStat, ProcessInfo, ServiceInfo, VersionInfo } from '../../../gen/machine/machine.js';
import { formatBytes } from '../../../render/sizes.js';
import { formatTable } from '../../../render/table.js';
import { mountHeading, mountRows } from '../mounts.js';
import { commandLine } from '../processes.js';
import { detailRows } from '../service/rows.js';
import { factLines, type VersionFacts } from '../version/facts.js';

/* What is written down of a node in tables, as other Talos clients do. */

export function mountTable(stats: readonly MountStat[]): string {
  return formatTable([mountHeading, ...mountRows(stats)]);
}

export function diskTable(devices: readonly DiskStat[]): string {
  return formatTable([
    ['NAME', 'IO_TIME', 'IO_TIME_WEIGHTED', 'DISK_WRITE_SECTORS', 'DISK_READ_SECTORS'],
    ...devices.map(({ name, ioTimeMs, ioTimeWeightedMs, writeSectors, readSectors }) => [
      name,
      ...[ioTimeMs, ioTimeWeightedMs, writeSectors, readSectors].map(String),
    ]),
  ]);
}

export function processTable(processes: readonly ProcessInfo[]): string {
  return formatTable([
    ['PID', 'STATE', 'THREADS', 'CPU-TIME', 'VIRTMEM', 'RESMEM', 'COMMAND'],
    ...processes.map((process) => [
      String(process.pid).padStart(6),
      process.state,
      String(process.threads).padStart(4),
      process.cpuTime.toFixed(2).padStart(8),
      formatBytes(process.virtualMemory).padStart(7),
      formatBytes(process.residentMemory).padStart(7),
      commandLine(process),
    ]),
  ]);
}

export function serviceText(service: ServiceInfo, now: Date): string {
  const [, ...rows] = detailRows('', service, now);
  return formatTable(rows);
}

export function summaryText(client: VersionFacts, server: VersionInfo | undefined): string {
  return `Client:\n${factLines(client)}Server:\n${factLines(server)}`;
}
