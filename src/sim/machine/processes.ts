import type { ProcessInfo } from '../../gen/machine/machine.js';
import { containersOf, kubernetesNamespace } from './containers.js';
import type { Runtime } from './runtime.js';

const mebibyte = 1024n * 1024n;

const executables: Readonly<Record<string, string>> = {
  apid: '/apid',
  trustd: '/trustd',
  containerd: '/bin/containerd',
  cri: '/bin/containerd',
  dashboard: '/sbin/dashboard',
  etcd: '/usr/local/bin/etcd',
  kubelet: '/usr/local/bin/kubelet',
  udevd: '/sbin/systemd-udevd',
};

/** What runs on the machine: init, a process a service, the pods' processes. */
export function processesOf(runtime: Runtime): readonly ProcessInfo[] {
  const seconds = (runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 1000;
  const make = (pid: number, executable: string, args: string, resident: bigint): ProcessInfo => ({
    pid,
    ppid: pid === 1 ? 0 : 1,
    state: 'S',
    threads: 8 + (pid % 5),
    cpuTime: Math.round((0.2 + seconds * 0.004 * (1 + (pid % 7))) * 100) / 100,
    virtualMemory: 1300n * mebibyte,
    residentMemory: resident * mebibyte,
    command: executable.slice(executable.lastIndexOf('/') + 1),
    executable,
    args,
    label: '',
  });
  const services = runtime.services.list().flatMap(({ id, pid }) => {
    const executable = executables[id];
    return pid === 0 || executable === undefined ? [] : [make(pid, executable, executable, 60n)];
  });
  const pods = containersOf(runtime, kubernetesNamespace).map(({ pid, name, image }) =>
    image.includes('/pause:')
      ? make(pid, '/pause', '/pause', 2n)
      : make(pid, `/usr/local/bin/${name}`, `/usr/local/bin/${name}`, 150n),
  );
  return [make(1, '/sbin/init', '/sbin/init', 110n), ...services, ...pods];
}
