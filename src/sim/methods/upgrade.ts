import { randomUUID } from 'node:crypto';
import { type LifecycleServiceInstallProgress, LifecycleServiceService } from '../../gen/machine/lifecycle.js';
import { MachineServiceService, UpgradeRequest_RebootMode as RebootMode } from '../../gen/machine/machine.js';
import { EtcdView } from '../machine/etcd.js';
import { imageNamespace, isInstaller, parseReference } from '../machine/images.js';
import { installBeside, systemOf } from '../machine/installed.js';
import type { Runtime } from '../machine/runtime.js';
import { withStagedUpgrade } from '../machine/staged-upgrade.js';
import { serverStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const stepTime = 300;
const noInstaller = 'exec: "/bin/installer": stat /bin/installer: no such file or directory';

/** Another version of Talos: with progress and without a reboot, or in one go as older versions do it. */
export const upgrade = [
  serverStream(LifecycleServiceService.upgrade, async function* (runtime: Runtime, { containerd, source }, call) {
    if (runtime.installing) {
      throw new StatusError(Code.failedPrecondition, 'another installation/upgrade is already in progress');
    }
    if (!runtime.machine.disk.read().installed) {
      throw new StatusError(Code.failedPrecondition, 'machine is not installed');
    }
    const image = source?.imageName ?? '';
    if (image === '') throw new StatusError(Code.invalidArgument, 'installer image name is required');
    const reference = parseReference(image);
    const name = `${reference.repository}${reference.version}`;
    if (runtime.images.find(imageNamespace(containerd), name) === undefined) {
      const quoted = JSON.stringify(image);
      const reason = `installer image ${quoted} not found in containerd store: image ${quoted}: not found`;
      throw new StatusError(Code.internal, `upgrade failed: ${reason}`);
    }
    if (!isInstaller(reference)) {
      throw new StatusError(Code.internal, `upgrade failed: failed to create task: ${noInstaller}`);
    }
    runtime.installing = true;
    try {
      yield* install(runtime, image, call.signal);
    } finally {
      runtime.installing = false;
    }
  }),
  unary(MachineServiceService.upgrade, (runtime: Runtime, { image, stage, force, preserve, rebootMode }) => {
    const { machine } = runtime;
    if (!machine.disk.read().installed) throw new StatusError(Code.failedPrecondition, 'Talos is not installed');
    const quoted = JSON.stringify(image);
    runtime.log('machined', `upgrade request received: staged ${stage}, force ${force}, image ${quoted}`);
    const reference = parseReference(image);
    const failure = runtime.images.canPull(reference)
      ? isInstaller(reference)
        ? undefined
        : noInstaller
      : `1 error(s) occurred:\n\tfailed to pull image ${quoted}: failed to resolve reference ${quoted}: ${image}: not found`;
    if (failure !== undefined) throw new Error(`error validating installer image ${quoted}: ${failure}`);
    if (runtime.isControlPlane && !force && !preserve) {
      const obstacle = new EtcdView(runtime).obstacleToUpgrade;
      if (obstacle !== undefined) throw new Error(`error validating etcd for upgrade: ${obstacle}`);
    }
    if (stage) machine.updateDisk({ metaKeys: withStagedUpgrade(machine.disk.read(), image) });
    const actorId = randomUUID();
    const mode = rebootMode === RebootMode.POWERCYCLE ? 'powercycle' : 'default';
    void runtime.upgrade(actorId, { image, stage, mode });
    return { messages: [{ metadata: undefined, ack: 'Upgrade request received', actorId }] };
  }),
];

/** What the installer prints comes in pieces, wherever its lines end; its exit code is the last. */
async function* install(runtime: Runtime, image: string, signal: AbortSignal) {
  const { machine, booted } = runtime;
  const system = systemOf(image, booted.system.version);
  runtime.log('machined', `starting upgrade: installer_image=${image}, disk=/dev/sda`);
  yield said(`running Talos installer ${system.version}\n`);
  await machine.pace.wait(stepTime, signal);
  yield said(`assessing the disk /dev/sda\nwriting Talos-${system.version}.efi beside `);
  await machine.pace.wait(stepTime, signal);
  yield said(`Talos-${booted.system.version}.efi\n`);
  let exitCode = 0;
  try {
    await machine.faults.pass('upgrade', signal);
    await machine.pace.wait(stepTime, signal);
    machine.updateDisk({ slots: installBeside(booted, system) });
    yield said(`installation of ${system.version} complete\n`);
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    yield said(`${error.message}\n`);
    exitCode = 1;
  }
  runtime.log('machined', `upgrade ended: exit_code=${exitCode}`);
  yield progress({ $case: 'exitCode', value: exitCode });
}

const progress = (response: LifecycleServiceInstallProgress['response']) => ({ progress: { response } });
const said = (value: string) => progress({ $case: 'message', value });
