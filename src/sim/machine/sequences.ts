import { drain } from '../kube/drain.js';
import { emptyDisk } from './disk.js';
import { installBeside, systemOf } from './installed.js';
import type { MachineIdentity } from './machine.js';
import { nodenameOf } from './pods.js';
import type { Runtime } from './runtime.js';
import { type Phase, phase, type Task } from './sequence.js';
import { withoutStagedUpgrade } from './staged-upgrade.js';

/* What a machine does, in the phases and tasks by which its events name it. */

const installTime = 1200;
/** By the numbers of Linux. */
const restart: Task = { name: 'reboot', kernelCall: 'unix.Reboot(1234567)' };
const powerDown: Task = { name: 'shutdown', kernelCall: 'unix.Reboot(4321fedc)' };
const resetTime = 500;

/** What the kernel says when it starts. */
export function kernelMessages(identity: MachineIdentity): readonly string[] {
  return [
    'Linux version 6.18.8-talos (@buildkitsandbox) #1 SMP',
    `Command line: talos.platform=metal console=ttyS0 talos.hostname=${identity.name}`,
    'NX (Execute Disable) protection: active',
    `DMI: Simulated Machine, UUID ${identity.uuid}`,
    'smpboot: Allowing 2 CPUs, 0 hotplug CPUs',
    'Memory: 2015232K/2096632K available',
    'devtmpfs: initialized',
    'sd 0:0:0:0: [sda] 20971520 512-byte logical blocks: (10.7 GB/10.0 GiB)',
    'virtio_net virtio0 eth0: renamed from enp0s2',
  ];
}

/** The first steps, until there is a configuration. */
export function initialize(runtime: Runtime): readonly Phase[] {
  const start = (name: string, id: string): Task => ({
    name,
    run: (signal) => runtime.services.start([id], signal),
  });
  return [
    phase('systemRequirements', 'enforceKSPPRequirements'),
    phase(
      'earlyServices',
      start('startUdevd', 'udevd'),
      start('startMachined', 'machined'),
      { name: 'startApid', run: () => runtime.services.find('apid')?.start() },
      start('startAuditd', 'auditd'),
      start('startSyslogd', 'syslogd'),
      start('startContainerd', 'containerd'),
    ),
    phase('meta', 'reloadMeta'),
    phase('dashboard', start('startDashboard', 'dashboard')),
    phase('config', { name: 'loadConfig', run: () => runtime.acquireConfiguration() }),
  ];
}

export function install(runtime: Runtime): readonly Phase[] {
  return [
    phase('env', 'setUserEnvVars'),
    phase('install', {
      name: 'install',
      run: async (signal) => {
        const { pace } = runtime.machine;
        const image = runtime.configuration.active?.view.text('machine.install.image') ?? '';
        const disk = runtime.configuration.active?.view.text('machine.install.disk') ?? '';
        runtime.kernel.talos(`pulling ${JSON.stringify(image)}`);
        await pace.wait(installTime / 2, signal);
        runtime.kernel.talos(`installing Talos to ${disk}`);
        await pace.wait(installTime / 2, signal);
        runtime.kernel.talos('install successful');
      },
    }),
    ...afterInstall(runtime),
  ];
}

/** An upgrade that was put off until this boot. */
export function stagedUpgrade(runtime: Runtime, image: string): readonly Phase[] {
  const install: Task = {
    name: 'install',
    run: async (signal) => {
      // It is tried once: a boot that fails here is followed by one of what runs.
      runtime.machine.updateDisk({ metaKeys: withoutStagedUpgrade(runtime.machine.disk.read()) });
      runtime.kernel.talos(`performing staged upgrade via ${JSON.stringify(image)}`);
      await installNew(runtime, image, signal);
    },
  };
  return [phase('env', 'setUserEnvVars'), phase('install', install), ...afterInstall(runtime)];
}

function afterInstall(runtime: Runtime): readonly Phase[] {
  return [
    phase('meta', 'reloadMeta'),
    phase('saveMeta', 'flushMeta'),
    phase('volumeFinalize', 'teardownVolumeLifecycle'),
    phase('stopEverything', stopAll(runtime)),
    phase('kexec', 'kexecPrepare'),
    phase('reboot', restart),
  ];
}

export interface UpgradeOptions {
  readonly image: string;
  readonly mode: 'default' | 'powercycle';
  /** Whether the next boot does it. */
  readonly stage: boolean;
}

export function upgrade(runtime: Runtime, { image, mode }: UpgradeOptions): readonly Phase[] {
  const install: Task = {
    name: 'upgrade',
    run: async (signal) => {
      runtime.kernel.talos(`performing upgrade via ${JSON.stringify(image)}`);
      await installNew(runtime, image, signal);
    },
  };
  return [
    phase('drain', cordonAndDrain(runtime)),
    ...leaving,
    phase('stopServices', {
      name: 'stopServicesEphemeral',
      run: () => runtime.services.stop(['cri', 'etcd', 'kubelet', 'trustd']),
    }),
    phase('unmount', 'unmountPodMounts'),
    phase('unmountBind', 'unmountSystemDiskBindMounts'),
    phase('unmountSystem', 'unmountEphemeralPartition'),
    phase('volumeFinalize', 'teardownVolumeLifecycle'),
    phase('upgrade', install),
    phase('meta', 'reloadMeta'),
    ...(mode === 'default' ? [phase('kexec', 'kexecPrepare')] : []),
    phase('stopEverything', stopAll(runtime)),
    phase('reboot', restart),
  ];
}

/** Writes an installer's system into the slot that does not run. */
async function installNew(runtime: Runtime, image: string, signal: AbortSignal): Promise<void> {
  const { machine, booted } = runtime;
  await machine.pace.wait(installTime, signal);
  machine.updateDisk({ slots: installBeside(booted, systemOf(image, booted.system.version)) });
  runtime.kernel.talos('upgrade successful');
}

export function boot(runtime: Runtime): readonly Phase[] {
  return [
    phase('memorySizeCheck', 'memorySizeCheck'),
    phase('diskSizeCheck', 'diskSizeCheck'),
    phase('env', 'setUserEnvVars', 'waitForCARoots'),
    phase('dbus', 'startDBus'),
    phase('ephemeral', 'mountEphemeralPartition'),
    phase('udevSetup', 'writeUdevRules'),
    phase('userDisks', 'mountUserDisks'),
    phase('userSetup', 'writeUserFiles'),
    phase('startEverything', {
      name: 'startAllServices',
      // A control plane node stays here until its etcd runs, that is until someone bootstraps.
      run: (signal) =>
        runtime.services.start(
          runtime.services.list().map(({ id }) => id),
          signal,
        ),
    }),
  ];
}

export function reboot(runtime: Runtime, mode: 'default' | 'powercycle' | 'force'): readonly Phase[] {
  if (mode === 'force') return [phase('reboot', restart)];
  return [...leaving, ...stopping(runtime, mode === 'default'), phase('reboot', restart)];
}

export function shutdown(runtime: Runtime, force: boolean): readonly Phase[] {
  return [
    phase('storeShutdown', 'storeShutdownEmergency'),
    ...(force ? [] : [phase('drain', cordonAndDrain(runtime))]),
    ...leaving,
    ...stopping(runtime, false),
    phase('shutdown', powerDown),
  ];
}

export interface ResetOptions {
  readonly graceful: boolean;
  readonly reboot: boolean;
  /** Whether the whole system disk is wiped. */
  readonly wipeSystemDisk: boolean;
  /** Labels of single system partitions that are wiped instead. */
  readonly partitions: readonly string[];
}

export function reset(runtime: Runtime, options: ResetOptions): readonly Phase[] {
  const { machine } = runtime;
  return [
    ...(options.graceful
      ? [phase('drain', cordonAndDrain(runtime)), phase('cleanup', 'removeAllPods')]
      : [phase('cleanup', 'stopAllPods')]),
    phase('dbus', 'stopDBus'),
    ...(options.graceful && runtime.isControlPlane
      ? [phase('leave', { name: 'leaveEtcd', run: () => machine.updateDisk({ etcd: undefined }) })]
      : []),
    phase('preReset', 'sendResetSignal'),
    ...stopping(runtime, false),
    phase('forceCleanup', 'forceCleanup'),
    ...(options.wipeSystemDisk
      ? [
          phase('reset', {
            name: 'resetSystemDisk',
            run: async (signal) => {
              await machine.pace.wait(resetTime, signal);
              machine.disk.write(emptyDisk);
            },
          }),
        ]
      : []),
    ...(options.partitions.length > 0
      ? [
          phase('resetSpec', {
            name: 'resetSystemDiskSpec',
            run: () => {
              if (options.partitions.includes('STATE')) machine.updateDisk({ configText: undefined });
              if (options.partitions.includes('EPHEMERAL')) machine.updateDisk({ etcd: undefined });
            },
          }),
        ]
      : []),
    options.reboot ? phase('reboot', restart) : phase('shutdown', powerDown),
  ];
}

/** The cordon comes with the stage that the machine is in. */
function cordonAndDrain(runtime: Runtime): Task {
  return {
    name: 'cordonAndDrainNode',
    run: async (signal) => {
      const { pace, neighbours } = runtime.machine;
      const clusterId = runtime.configuration.active?.view.clusterId ?? '';
      const isNode = runtime.services.find('kubelet')?.up === true && neighbours.kubernetesUp(clusterId);
      if (isNode) await drain(neighbours.kubernetes(clusterId), nodenameOf(runtime), pace, signal);
    },
  };
}

const leaving: readonly Phase[] = [phase('cleanup', 'stopAllPods'), phase('dbus', 'stopDBus')];

function stopping(runtime: Runtime, kexec: boolean): readonly Phase[] {
  return [
    phase('stopServices', {
      name: 'stopServicesEphemeral',
      run: () => runtime.services.stop(['cri', 'etcd', 'kubelet', 'trustd']),
    }),
    phase('umount', 'unmountPodMounts'),
    phase('unmountBind', 'unmountSystemDiskBindMounts'),
    phase('unmountSystem', 'unmountEphemeralPartition'),
    phase('volumeFinalize', 'teardownVolumeLifecycle'),
    ...(kexec ? [phase('kexec', 'kexecPrepare')] : []),
    phase('stopEverything', stopAll(runtime)),
  ];
}

/** The API stays up to the last moment, so that whoever watches sees the end. */
function stopAll(runtime: Runtime): Task {
  return {
    name: 'stopAllServices',
    run: () => runtime.services.stop(['auditd', 'cri', 'dashboard', 'etcd', 'kubelet', 'syslogd', 'trustd', 'udevd']),
  };
}
