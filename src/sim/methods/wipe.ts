import {
  type BlockDeviceWipeDescriptor,
  BlockDeviceWipeDescriptor_Method as Method,
  StorageServiceService,
} from '../../gen/storage/storage.js';
import { talosRole } from '../../pki/roles.js';
import type { Runtime } from '../machine/runtime.js';
import { specAt, specList, specText } from '../machine/spec.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

export const wipe = [
  unary(StorageServiceService.blockDeviceWipe, (runtime: Runtime, { devices }, call) => {
    if (runtime.complete && !call.roles.has(talosRole.admin)) {
      throw new StatusError(Code.permissionDenied, 'not authorized');
    }
    for (const device of devices) checkDevice(runtime, device);
    const wiped = devices.map(({ device, method, dropPartition }) => {
      if (method !== Method.FAST && method !== Method.ZEROES) {
        throw new StatusError(Code.invalidArgument, `unsupported wipe method ${method}`);
      }
      const isPartition = parentOf(runtime, device) !== '';
      return [device, dropPartition && isPartition ? 'dropped' : 'wiped'] as const;
    });
    for (const [device] of wiped) runtime.log('machined', `wiping block device ${JSON.stringify(device)}`);
    const before = runtime.machine.disk.read().wipedDevices;
    runtime.machine.updateDisk({ wipedDevices: { ...before, ...Object.fromEntries(wiped) } });
    runtime.changed();
    return { messages: [{ metadata: undefined }] };
  }),
];

const list = (runtime: Runtime, type: string) => runtime.resources.list('runtime', `${type}.block.talos.dev`);
const find = (runtime: Runtime, type: string, id: string) => list(runtime, type).find((item) => item.id === id);

/** The disk that a partition is on; empty for what is no partition. */
function parentOf(runtime: Runtime, device: string): string {
  return specText(find(runtime, 'BlockDevices', device)?.spec, 'parent');
}

/** Refuses what a node refuses, in its words. */
function checkDevice(
  runtime: Runtime,
  { device, skipVolumeCheck, skipSecondaryCheck }: BlockDeviceWipeDescriptor,
): void {
  if (find(runtime, 'BlockDevices', device) === undefined) {
    throw new StatusError(Code.notFound, `blockdevice ${JSON.stringify(device)} not found`);
  }
  const parent = parentOf(runtime, device);
  const disk = find(runtime, 'Disks', parent || device)?.spec;
  const refuse = (why: string): never => {
    throw new StatusError(Code.failedPrecondition, why);
  };
  const quoted = JSON.stringify(device);
  if (specAt(disk, 'readonly') === true) refuse(`blockdevice ${quoted} is read-only`);
  if (specAt(disk, 'cdrom') === true) refuse(`blockdevice ${quoted} is a CD-ROM`);
  if (!skipSecondaryCheck) {
    const users = list(runtime, parent === '' ? 'Disks' : 'BlockDevices');
    const field = parent === '' ? 'secondary_disks' : 'secondaries';
    const user = users.find(({ spec }) => specList(spec, field).includes(device));
    if (user !== undefined) {
      refuse(`blockdevice ${quoted} is in use by ${parent === '' ? 'disk' : 'blockdevice'} ${JSON.stringify(user.id)}`);
    }
  }
  const volumes = list(runtime, 'VolumeStatuses');
  const places = (spec: unknown, ...fields: readonly string[]) =>
    fields.map((field) => specText(spec, field).replace(/^.*\//, ''));
  if (!skipVolumeCheck) {
    for (const { id, spec } of volumes) {
      const used = places(spec, 'location', 'mountLocation').find(
        (name) => name !== '' && [device, parent].includes(name),
      );
      if (used !== undefined) {
        refuse(`blockdevice ${JSON.stringify(used)} is in use by volume ${JSON.stringify(id)}`);
      }
      if (places(spec, 'parentLocation').includes(device)) {
        refuse(`blockdevice ${quoted} is in use by volume ${JSON.stringify(id)}`);
      }
    }
  }
  const mounted = list(runtime, 'MountStatuses').some(({ spec }) => {
    const [source = ''] = places(spec, 'source');
    return source !== '' && (source === device || parentOf(runtime, source) === device);
  });
  if (mounted) refuse(`block device ${quoted} is mounted or in use`);
}
