import type { MountStat } from '../../gen/machine/machine.js';
import { memoryMiB, partitions } from '../resources/hardware.js';
import type { Runtime } from './runtime.js';
import { specText } from './spec.js';

const mebibyte = 1024n * 1024n;
const halfOfMemory = (BigInt(memoryMiB) * mebibyte) / 2n;
const rootImage = 81_920_000n;
/** What is taken of a filesystem on the disk, in thousandths. */
const taken = 77n;

interface Size {
  readonly size: bigint;
  readonly available: bigint;
}

const nothing: Size = { size: 0n, available: 0n };
const temporary: Size = { size: halfOfMemory, available: halfOfMemory - 12n * mebibyte };

/** The mounts of a machine, in the order in which they were made; those of the kernel have no size. */
export function mountsOf(runtime: Runtime): readonly MountStat[] {
  const mount = (filesystem: string, mountedOn: string, { size, available }: Size): MountStat => ({
    filesystem,
    size,
    available,
    mountedOn,
  });
  return [
    mount('overlay', '/', { size: rootImage, available: 0n }),
    mount('proc', '/proc', nothing),
    mount('sysfs', '/sys', nothing),
    mount('devtmpfs', '/dev', { size: halfOfMemory, available: halfOfMemory }),
    mount('devpts', '/dev/pts', nothing),
    mount('tmpfs', '/dev/shm', { size: halfOfMemory, available: halfOfMemory }),
    mount('securityfs', '/sys/kernel/security', nothing),
    mount('cgroup2', '/sys/fs/cgroup', nothing),
    mount('tmpfs', '/run', temporary),
    mount('tmpfs', '/system', temporary),
    mount('tmpfs', '/tmp', { size: 64n * mebibyte, available: 64n * mebibyte }),
    ...volumes(runtime).map(({ source, target }) => mount(source || 'overlay', target, sizeOf(source))),
  ];
}

/** Mounted volumes that are filesystems of their own: partitions, and overlays above them. */
function volumes(runtime: Runtime) {
  return runtime.resources
    .list('runtime', 'MountStatuses.block.talos.dev')
    .map(({ spec }) => ({ source: specText(spec, 'source'), target: specText(spec, 'target') }))
    .filter(({ source, target }) => source !== '' || !target.startsWith('/var/'))
    .sort((left, right) => (right.source < left.source ? -1 : 1));
}

function sizeOf(source: string): Size {
  const number = /\d+$/.exec(source)?.[0];
  const partition = partitions.find((candidate) =>
    number === undefined ? candidate.label === 'EPHEMERAL' : candidate.number === Number(number),
  );
  const size = BigInt(partition?.size ?? 0);
  return { size, available: size - (size * taken) / 1000n };
}
