import type { Runtime } from './runtime.js';
import { specTexts } from './spec.js';

/** How a service's process looks from outside. */
export interface ServiceCommand {
  /** The first word is the path of the executable. */
  readonly command: readonly string[];
  /** Memory that it holds, in MiB. */
  readonly residentMiB: number;
  /** SELinux domain. */
  readonly domain: string;
  /** Which containerd runs it as a container; absent for a process of init. */
  readonly container?: 'system' | 'cri';
}

/** The process of a service; undefined for services that are part of init. */
export function serviceCommand(runtime: Runtime, id: string): ServiceCommand | undefined {
  return commands[id]?.(runtime);
}

const commands: Readonly<Record<string, (runtime: Runtime) => ServiceCommand>> = {
  apid: () => ({ command: ['/apid'], residentMiB: 70, domain: 'apid_t', container: 'system' }),
  trustd: () => ({ command: ['/trustd'], residentMiB: 67, domain: 'trustd_t', container: 'system' }),
  containerd: () => ({
    command: [
      '/bin/containerd',
      '--address',
      '/system/run/containerd/containerd.sock',
      '--state',
      '/system/run/containerd',
      '--root',
      '/system/var/lib/containerd',
    ],
    residentMiB: 40,
    domain: 'sys_containerd_t',
  }),
  cri: () => ({
    command: [
      '/bin/containerd',
      '--address',
      '/run/containerd/containerd.sock',
      '--config',
      '/etc/cri/containerd.toml',
    ],
    residentMiB: 57,
    domain: 'pod_containerd_t',
  }),
  dashboard: () => ({ command: ['/sbin/dashboard'], residentMiB: 62, domain: 'dashboard_t' }),
  udevd: () => ({ command: ['/sbin/systemd-udevd', '--resolve-names=never'], residentMiB: 8, domain: 'udev_t' }),
  etcd: (runtime) => ({
    command: ['/usr/local/bin/etcd', ...etcdArguments(runtime)],
    residentMiB: 50,
    domain: 'etcd_t',
    container: 'cri',
  }),
  kubelet: (runtime) => ({
    command: [
      '/usr/local/bin/kubelet',
      ...specTexts(runtime.resources.get('k8s', 'KubeletSpecs.kubernetes.talos.dev', 'kubelet')?.spec, 'args'),
    ],
    residentMiB: 92,
    domain: 'kubelet_t',
    container: 'cri',
  }),
};

function etcdArguments({ hostname, machine }: Runtime): readonly string[] {
  const { address } = machine.identity;
  const secrets = '/system/secrets/etcd';
  return [
    `--advertise-client-urls=https://${address}:2379`,
    '--auto-tls=false',
    `--cert-file=${secrets}/server.crt`,
    '--client-cert-auth=true',
    '--data-dir=/var/lib/etcd',
    `--initial-advertise-peer-urls=https://${address}:2380`,
    `--initial-cluster=${hostname}=https://${address}:2380`,
    '--initial-cluster-state=new',
    `--key-file=${secrets}/server.key`,
    '--listen-client-urls=https://0.0.0.0:2379',
    '--listen-peer-urls=https://0.0.0.0:2380',
    `--name=${hostname}`,
    '--peer-auto-tls=false',
    `--peer-cert-file=${secrets}/peer.crt`,
    '--peer-client-cert-auth=true',
    `--peer-key-file=${secrets}/peer.key`,
    `--peer-trusted-ca-file=${secrets}/ca.crt`,
    `--trusted-ca-file=${secrets}/ca.crt`,
  ];
}
