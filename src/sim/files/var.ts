import type { Value } from '../../machineconfig/document.js';
import { EtcdView } from '../machine/etcd.js';
import { type Pod, type PodContainer, podsOf } from '../machine/pods.js';
import type { Runtime } from '../machine/runtime.js';
import { specAt, specText } from '../machine/spec.js';
import { type Attributes, below, binary, file, folder, link, type Placed } from './node.js';

/** Where volumes are mounted, above all /var: logs, what containers and Kubernetes keep, files of the configuration. */
export function volumeFiles(runtime: Runtime): readonly Placed[] {
  return [
    ...mounts(runtime),
    ...serviceLogs(runtime),
    ...podsOf(runtime).flatMap((pod) => podFiles(runtime, pod)),
    ...kubeletFiles(runtime),
    ...etcdFiles(runtime),
    ...configuredFiles(runtime),
  ];
}

/** Mounted volumes have the owners and labels that their volumes ask for. */
function mounts(runtime: Runtime): readonly Placed[] {
  return runtime.resources
    .list('runtime', 'MountStatuses.block.talos.dev')
    .flatMap(({ id, spec }): readonly Placed[] => {
      const status = runtime.resources.get('runtime', 'VolumeStatuses.block.talos.dev', id)?.spec;
      const target = specText(spec, 'target');
      if (target === '') return [];
      if (specText(status, 'type') === 'symlink') return [[target, link('/run')]];
      return [[target, folder({ modified: runtime.bootedAt, ...attributesOf(specAt(status, 'mountSpec')) })]];
    });
}

function attributesOf(mount: unknown): Attributes {
  const label = /:object_r:(\w+):/.exec(specText(mount, 'selinuxLabel'))?.[1];
  const [mode, uid, gid] = ['fileMode', 'uid', 'gid'].map((name) => specAt(mount, name));
  return {
    ...(label === undefined ? {} : { label }),
    ...(typeof mode === 'number' && mode !== 0 ? { mode } : {}),
    ...(typeof uid === 'number' && typeof gid === 'number' && uid >= 0 ? { owner: [uid, gid] as const } : {}),
  };
}

/** The logs of services, kept over reboots by a node, here as far as the service log goes. */
function serviceLogs(runtime: Runtime): readonly Placed[] {
  if (!isMounted(runtime, '/var/log')) return [];
  return runtime.logs
    .ids()
    .filter((id) => !id.includes('/'))
    .map((id) => [
      `/var/log/${id}.log`,
      file(() => runtime.logs.of(id).content(), { mode: 0o600, modified: runtime.machine.now() }),
    ]);
}

function podFiles(runtime: Runtime, pod: Pod): readonly Placed[] {
  if (!isMounted(runtime, '/var/log/pods')) return [];
  const logs = `/var/log/pods/${pod.namespace}_${pod.name}_${pod.uid}`;
  return [
    ...pod.containers.flatMap((container): readonly Placed[] => [
      [`${logs}/${container.name}/0.log`, containerLog(runtime, pod, container)],
      [
        `/var/log/containers/${pod.name}_${pod.namespace}_${container.name}-${container.id}.log`,
        link(`${logs}/${container.name}/0.log`),
      ],
      [`/var/lib/kubelet/pods/${pod.uid}/containers/${container.name}`, folder({ mode: 0o750 })],
    ]),
    [`/var/lib/kubelet/pods/${pod.uid}/etc-hosts`, file(`127.0.0.1\tlocalhost\n${pod.address}\t${pod.name}\n`)],
  ];
}

/** A container's log has the time and the stream before each line. */
function containerLog(runtime: Runtime, pod: Pod, { name, id }: PodContainer) {
  const source = `${pod.namespace}/${pod.name}:${name}:${id.slice(0, 12)}`;
  const now = runtime.machine.now();
  const read = (): string =>
    (runtime.logs.find(source)?.content().toString() ?? '').replace(
      /^(?=.)/gm,
      `${now.toISOString().replace('Z', '000000Z')} stderr F `,
    );
  return file(read, { mode: 0o640, modified: now });
}

function kubeletFiles(runtime: Runtime): readonly Placed[] {
  if (runtime.services.find('kubelet')?.up !== true) return [];
  return below('/var/lib/kubelet', [
    ['cpu_manager_state', file('{"policyName":"none","defaultCpuSet":"","checksum":1353318690}', { mode: 0o600 })],
    ['memory_manager_state', file('{"policyName":"None","machineState":{},"checksum":3473637117}', { mode: 0o600 })],
    ['pki/kubelet-client-current.pem', link('kubelet-client.pem')],
    ['pki/kubelet-client.pem', file('', { mode: 0o600 })],
    ['plugins', folder({ mode: 0o750 })],
  ]);
}

/** What a member of etcd keeps. */
function etcdFiles(runtime: Runtime): readonly Placed[] {
  if (runtime.machine.disk.read().etcd === undefined || !isMounted(runtime, 'ETCD')) return [];
  const own = { mode: 0o600, owner: [60, 60] } as const;
  return below('/var/lib/etcd/member', [
    ['snap', folder({ mode: 0o700 })],
    ['snap/db', file(() => new EtcdView(runtime).database(), { ...own, modified: runtime.machine.now() })],
    ['wal', folder({ mode: 0o700 })],
    ['wal/0000000000000000-0000000000000000.wal', binary('\0', walSize, own)],
  ]);
}

/** Room that etcd takes for its log beforehand. */
const walSize = 64_000_000;

/** `machine.files`; those below /etc belong to the container runtime, which has its own way to them. */
function configuredFiles(runtime: Runtime): readonly Placed[] {
  const files = runtime.configuration.active?.view.value('machine.files');
  if (!Array.isArray(files) || !runtime.complete) return [];
  return files.flatMap((item: Value): readonly Placed[] => {
    const path = specText(item, 'path');
    if (!path.startsWith('/var/')) return [];
    const mode = Number(specAt(item, 'permissions') ?? 0) & 0o777;
    return [[path, file(specText(item, 'content'), { mode, modified: runtime.bootedAt })]];
  });
}

function isMounted(runtime: Runtime, volume: string): boolean {
  return runtime.resources.get('runtime', 'MountStatuses.block.talos.dev', volume) !== undefined;
}
