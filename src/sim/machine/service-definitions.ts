import { goTimeMicro, klogHead } from './logs.js';
import type { Condition, ServiceDefinition } from './service.js';

/** What the services look at outside themselves. */
export interface ServiceContext {
  readonly now: () => Date;
  readonly address: string;
  hostname(): string;
  log(id: string, line: string): void;
  /** True after a moment: volumes, time sync, network. */
  soon(description: string): Condition;
  /** True when the named service is up. */
  up(id: string): Condition;
  /** What the API daemon waits for: its certificates and settings. */
  apiConfig(): Condition;
  openApi(): void;
  closeApi(): void;
  /** Resolves when this machine may run etcd: bootstrapped, or a member exists that it joins. */
  etcdReady(signal: AbortSignal): Promise<void>;
  /** Whether other members have removed this machine's own. */
  etcdRemoved(): boolean;
  /** The first of kubelet's extra arguments that it does not know. */
  kubeletFlagProblem(): string | undefined;
  kubernetesVersion(): string;
}

const kubeletVolumes =
  '/var/lib, /var/lib/kubelet, /var/log, /var/log/audit, /var/log/containers, /var/log/pods, ' +
  '/var/lib/kubelet/seccomp, /var/lib/kubelet/seccomp/profiles, /var/log/audit/kube, /var/mnt';

const task = (id: string) => ({
  running: (pid: number) => `Started task ${id} (PID ${pid}) for container ${id}`,
  stopping: (pid: number) => `Sending SIGTERM to task ${id} (PID ${pid}, container ${id})`,
  runner: `Containerd(${id})`,
});

const goroutine = (id: string) => ({
  running: () => 'Service started as goroutine',
  stopping: () => 'Service stopping',
  runner: `Goroutine(${id})`,
});

const processOf = (command: readonly string[]) => {
  const runner = `Process([${command.map((word) => JSON.stringify(word)).join(' ')}])`;
  return {
    running: (pid: number) => `Process ${runner} started with PID ${pid}`,
    stopping: (pid: number) => `Sending SIGTERM to ${runner} (PID ${pid})`,
    runner,
  };
};

const quiet = { conditions: [], healthChecked: true, controllable: false, downMessage: '', started: () => undefined };

/** The services that run from the first moment, with and without a configuration. */
export function earlyServices(context: ServiceContext): readonly ServiceDefinition[] {
  const systemContainerd = [
    '/bin/containerd',
    '--address',
    '/system/run/containerd/containerd.sock',
    '--state',
    '/system/run/containerd',
    '--root',
    '/system/var/lib/containerd',
  ];
  return [
    { id: 'udevd', ...quiet, ...processOf(['/sbin/systemd-udevd', '--resolve-names=never']) },
    { id: 'machined', ...quiet, ...goroutine('machined') },
    {
      id: 'apid',
      ...quiet,
      ...task('apid'),
      conditions: [context.up('containerd'), context.apiConfig()],
      started: () => {
        context.log('apid', `${goTimeMicro(context.now())} service.go:43: starting apid on ${context.address}`);
        context.openApi();
        return undefined;
      },
      stopped: () => context.closeApi(),
    },
    { id: 'auditd', ...quiet, ...goroutine('auditd') },
    { id: 'syslogd', ...quiet, ...goroutine('syslogd'), conditions: [context.up('machined')] },
    {
      id: 'containerd',
      ...quiet,
      ...processOf(systemContainerd),
      started: () => containerdStarts(context, 'containerd', '/system/run/containerd/containerd.sock'),
    },
    {
      id: 'dashboard',
      ...quiet,
      ...processOf(['/sbin/dashboard']),
      healthChecked: false,
      conditions: [context.up('machined')],
    },
  ];
}

/** The services of a configured machine, on top of the early ones. */
export function configuredServices(
  context: ServiceContext,
  machineType: 'controlplane' | 'worker',
): readonly ServiceDefinition[] {
  const criContainerd = [
    '/bin/containerd',
    '--address',
    '/run/containerd/containerd.sock',
    '--config',
    '/etc/cri/containerd.toml',
  ];
  const everywhere: ServiceDefinition[] = [
    {
      id: 'cri',
      ...quiet,
      ...processOf(criContainerd),
      conditions: [
        context.soon('volumes /var/lib, /var/lib/cni, /var/lib/containerd, /var/run, /var/run/lock to be mounted'),
        context.soon('network'),
      ],
      started: () => containerdStarts(context, 'cri', '/run/containerd/containerd.sock'),
    },
    kubelet(context),
  ];
  if (machineType === 'worker') return everywhere;
  return [
    ...everywhere,
    {
      id: 'trustd',
      ...quiet,
      ...task('trustd'),
      conditions: [context.up('containerd'), context.soon('time sync'), context.soon('network')],
      started: () => {
        context.log('trustd', `${goTimeMicro(context.now())} main.go:88: listening on :50001`);
        return undefined;
      },
    },
    etcd(context),
  ];
}

function kubelet(context: ServiceContext): ServiceDefinition {
  const line = (caller: string, msg: string, extra: object = {}): string =>
    JSON.stringify({ ts: context.now().getTime(), caller, msg, v: 0, ...extra });
  const chatter = [
    () => line('kubelet/kubelet_node_status.go:501', 'Fast updating node status as it just became ready'),
    () => line('prober/prober_manager.go:312', 'Failed to trigger a manual run', { probe: 'Readiness' }),
    () => line('volumemanager/reconciler.go:288', 'Reconciler: start to sync state'),
    () =>
      line('kubelet/pod_startup_latency_tracker.go:104', 'Observed pod startup duration', {
        pod: 'kube-system/kube-flannel',
      }),
  ];
  let said = 0;
  return {
    id: 'kubelet',
    ...task('kubelet'),
    conditions: [
      context.soon(`volumes ${kubeletVolumes} to be mounted`),
      context.up('cri'),
      context.soon('time sync'),
      context.soon('network'),
    ],
    healthChecked: true,
    controllable: true,
    downMessage: 'Get "http://127.0.0.1:10248/healthz": dial tcp 127.0.0.1:10248: connect: connection refused',
    started: (pid) => {
      const problem = context.kubeletFlagProblem();
      if (problem !== undefined) {
        const lastLog = `${klogHead('E', context.now(), pid)} run.go:72] "command failed" err="failed to parse kubelet flag: unknown flag: --${problem}"`;
        context.log('kubelet', lastLog);
        return { lastLog };
      }
      const version = context.kubernetesVersion();
      context.log('kubelet', line('server/server.go:529', 'Kubelet version', { kubeletVersion: `v${version}` }));
      context.log('kubelet', line('server/server.go:180', 'Starting to listen', { address: '0.0.0.0', port: 10250 }));
      context.log(
        'kubelet',
        line('kubelet/kubelet_node_status.go:75', 'Attempting to register node', { node: context.hostname() }),
      );
      context.log(
        'kubelet',
        line('kubelet/kubelet_node_status.go:78', 'Successfully registered node', { node: context.hostname() }),
      );
      return undefined;
    },
    chatter: () => chatter[said++ % chatter.length]?.(),
  };
}

function etcd(context: ServiceContext): ServiceDefinition {
  const line = (caller: string, msg: string, extra: object = {}): string =>
    JSON.stringify({ level: 'info', ts: context.now().toISOString().replace('Z', '000Z'), caller, msg, ...extra });
  let revision = 100;
  return {
    id: 'etcd',
    ...task('etcd'),
    conditions: [
      context.soon('volumes /var/lib, ETCD to be mounted'),
      context.up('cri'),
      context.soon('time sync'),
      context.soon('network'),
      context.soon('etcd spec'),
    ],
    prepare: (signal) => context.etcdReady(signal),
    healthChecked: true,
    controllable: false,
    downMessage: 'context deadline exceeded',
    started: () => {
      context.log('etcd', line('etcdmain/etcd.go:64', 'Running', { args: ['/usr/local/bin/etcd'] }));
      if (context.etcdRemoved()) {
        const lastLog = line('etcdserver/server.go:864', 'the member has been permanently removed from the cluster');
        context.log('etcd', lastLog);
        return { lastLog };
      }
      context.log('etcd', line('embed/etcd.go:640', 'serving peer traffic', { address: `${context.address}:2380` }));
      context.log(
        'etcd',
        line('embed/serve.go:210', 'serving client traffic securely', { address: `${context.address}:2379` }),
      );
      return undefined;
    },
    chatter: () => {
      revision += 37;
      return line('mvcc/index.go:214', 'compact tree index', { revision });
    },
  };
}

function containerdStarts(context: ServiceContext, id: string, socket: string): undefined {
  const time = context.now().toISOString().replace('Z', '000000Z');
  context.log(id, JSON.stringify({ level: 'info', msg: `serving... ${socket}`, time }));
  context.log(id, JSON.stringify({ level: 'info', msg: 'containerd successfully booted', time }));
  return undefined;
}
