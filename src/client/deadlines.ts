const minute = 60_000;

/** What keeps a node busy for as long as it takes: nobody but the caller can say when that is too long. */
const lengthy: ReadonlySet<string> = new Set([
  '/machine.MachineService/EtcdDefragment',
  '/machine.MachineService/EtcdLeaveCluster',
  '/machine.MachineService/ImagePull',
  '/machine.MachineService/Restart',
  '/machine.MachineService/ServiceRestart',
  '/machine.MachineService/ServiceStop',
  '/machine.MachineService/Upgrade',
  '/storage.StorageService/BlockDeviceWipe',
]);

/** Milliseconds after which a call with a single answer is given up where the caller does not say; none for a lengthy one. */
export function unaryTimeout(path: string): number | undefined {
  return lengthy.has(path) ? undefined : minute;
}
