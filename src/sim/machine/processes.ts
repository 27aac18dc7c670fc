import type { ProcessInfo } from '../../gen/machine/machine.js';
import { podsOf } from './pods.js';
import type { Runtime } from './runtime.js';
import { serviceCommand } from './service-commands.js';

const mebibyte = 1024n * 1024n;
const kernelThreads = [
  'kthreadd',
  'pool_workqueue_release',
  'kworker/R-rcu_gp',
  'ksoftirqd/0',
  'rcu_preempt',
  'migration/0',
  'kdevtmpfs',
];
const containerSockets = {
  system: '/system/run/containerd/containerd.sock',
  cri: '/run/containerd/containerd.sock',
} as const;
/** Below their containers' processes, in the room that process numbers leave. */
const shimBefore = 3;

interface Running {
  readonly pid: number;
  readonly ppid: number;
  /** The first word is the path of the executable. */
  readonly command: readonly string[];
  readonly residentMiB: number;
  readonly label: string;
}

/** What runs on the machine: init, the kernel's threads, the services, the pods, and a shim for each container. */
export function processesOf(runtime: Runtime): readonly ProcessInfo[] {
  const seconds = (runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 1000;
  const running = [
    { pid: 1, ppid: 0, command: ['/sbin/init'], residentMiB: 114, label: selinux('init_t') },
    ...serviceProcesses(runtime),
    ...podProcesses(runtime),
  ];
  return [
    ...kernelThreads.map((name, index) => kernelThread(name, index + 2)),
    ...running.map((it) => process(it, seconds)),
  ];
}

function serviceProcesses(runtime: Runtime): readonly Running[] {
  return runtime.services.list().flatMap(({ id, pid }): readonly Running[] => {
    const known = serviceCommand(runtime, id);
    if (pid === 0 || known === undefined) return [];
    const { command, residentMiB, domain, container } = known;
    const own = { pid, ppid: 1, command, residentMiB, label: selinux(domain) };
    if (container === undefined) return [own];
    return [shim(pid - shimBefore, 'system', id, container), { ...own, ppid: pid - shimBefore }];
  });
}

function podProcesses(runtime: Runtime): readonly Running[] {
  return podsOf(runtime).flatMap((pod): readonly Running[] => {
    const parent = pod.sandboxPid - shimBefore;
    const label = selinux('pod_t');
    return [
      shim(parent, 'k8s.io', pod.sandboxId, 'cri'),
      { pid: pod.sandboxPid, ppid: parent, command: ['/pause'], residentMiB: 1, label },
      ...pod.containers.map(({ name, pid, command }) => ({
        pid,
        ppid: parent,
        command,
        residentMiB: podMemory[name] ?? 40,
        label,
      })),
    ];
  });
}

const podMemory: Readonly<Record<string, number>> = {
  'kube-apiserver': 267,
  'kube-controller-manager': 110,
  'kube-scheduler': 65,
};

function shim(pid: number, namespace: string, id: string, containerd: keyof typeof containerSockets): Running {
  const arguments_ = ['-namespace', namespace, '-id', id, '-address', containerSockets[containerd]];
  return {
    pid,
    ppid: 1,
    command: ['/usr/bin/containerd-shim-runc-v2', ...arguments_],
    residentMiB: 16,
    label: selinux(containerd === 'system' ? 'sys_containerd_t' : 'pod_containerd_t'),
  };
}

function process({ pid, ppid, command, residentMiB, label }: Running, seconds: number): ProcessInfo {
  const [executable = ''] = command;
  return {
    pid,
    ppid,
    state: 'S',
    threads: 8 + (pid % 5),
    cpuTime: Math.round((0.02 + residentMiB * 0.004 + seconds * residentMiB * 0.0001) * 100) / 100,
    virtualMemory: BigInt(1200 + residentMiB) * mebibyte,
    residentMemory: BigInt(residentMiB) * mebibyte,
    command: executable.slice(executable.lastIndexOf('/') + 1).slice(0, 15),
    executable,
    args: command.join(' '),
    label,
  };
}

/** A thread of the kernel has neither executable nor memory of its own. */
function kernelThread(name: string, pid: number): ProcessInfo {
  return {
    pid,
    ppid: pid === 2 ? 0 : 2,
    state: name.startsWith('kworker') ? 'I' : 'S',
    threads: 1,
    cpuTime: 0,
    virtualMemory: 0n,
    residentMemory: 0n,
    command: name,
    executable: '',
    args: '',
    label: selinux('kernel_t'),
  };
}

function selinux(domain: string): string {
  return `system_u:system_r:${domain}:s0`;
}
