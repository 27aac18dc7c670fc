import { talosRole } from '../../pki/roles.js';

const { admin, operator, reader, etcdBackup, imageVerifier, metaWriter } = talosRole;

const everyone: readonly string[] = [admin, operator, reader];
const operators: readonly string[] = [admin, operator];
const etcdReaders: readonly string[] = [admin, operator, reader, etcdBackup];
/** In maintenance mode callers have the reader's role: for these the handlers look themselves. */
const maintenance: readonly string[] = [admin, reader];

const machine = (names: string, roles: readonly string[]) =>
  names.split(' ').map((name) => [`/machine.MachineService/${name}`, roles] as const);

/** Who may call what. A method that is not listed is the admin's. */
const rules: ReadonlyMap<string, readonly string[]> = new Map([
  ...machine('ApplyConfiguration', maintenance),
  ...machine(
    'CPUInfo CPUFreqStats Containers DiskStats DiskUsage Dmesg Events Hostname ImageList List LoadAvg Logs LogsContainers Memory Mounts NetworkDeviceStats Netstat Processes ServiceList Stats SystemStat Version',
    everyone,
  ),
  ...machine('EtcdAlarmList EtcdMemberList EtcdStatus', etcdReaders),
  ...machine('EtcdSnapshot', [admin, operator, etcdBackup]),
  ...machine(
    'EtcdAlarmDisarm EtcdDefragment ImagePull PacketCapture Reboot Restart ServiceRestart ServiceStart ServiceStop Shutdown',
    operators,
  ),
  ...machine('MetaWrite MetaDelete', [admin, metaWriter]),
  ['/cluster.ClusterService/HealthCheck', everyone],
  ['/inspect.InspectService/ControllerRuntimeDependencies', everyone],
  ['/machine.ImageService/List', everyone],
  ['/machine.ImageService/Pull', operators],
  ['/machine.ImageService/Verify', [...everyone, imageVerifier]],
  ['/cosi.resource.State/Get', everyone],
  ['/cosi.resource.State/List', everyone],
  ['/cosi.resource.State/Watch', everyone],
  ['/storage.StorageService/Disks', everyone],
  ['/storage.StorageService/BlockDeviceWipe', maintenance],
  ['/time.TimeService/Time', everyone],
  ['/time.TimeService/TimeCheck', everyone],
]);

/** Whether a caller of these roles may call the method (`/machine.MachineService/Version`). */
export function mayCall(path: string, roles: ReadonlySet<string>): boolean {
  return (rules.get(path) ?? [admin]).some((role) => roles.has(role));
}
