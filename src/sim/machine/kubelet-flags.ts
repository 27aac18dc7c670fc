/** The flags that kubelet v1.36 takes, deprecated ones and those of its libraries included. */
const flags: ReadonlySet<string> = new Set(
  `address allowed-unsafe-sysctls anonymous-auth application-metrics-count-limit authentication-token-webhook
  authentication-token-webhook-cache-ttl authorization-mode authorization-webhook-cache-authorized-ttl
  authorization-webhook-cache-unauthorized-ttl boot-id-file bootstrap-kubeconfig cert-dir cgroup-driver cgroup-root
  cgroups-per-qos client-ca-file cloud-provider cluster-dns cluster-domain config config-dir container-hints
  container-log-max-files container-log-max-size container-runtime-endpoint containerd containerd-namespace
  contention-profiling cpu-cfs-quota cpu-cfs-quota-period cpu-manager-policy cpu-manager-policy-options
  cpu-manager-reconcile-period enable-controller-attach-detach enable-debugging-handlers enable-load-reader
  enable-server enforce-node-allocatable event-burst event-qps event-storage-age-limit event-storage-event-limit
  eviction-hard eviction-max-pod-grace-period eviction-minimum-reclaim eviction-pressure-transition-period
  eviction-soft eviction-soft-grace-period exit-on-lock-contention experimental-allocatable-ignore-eviction
  experimental-mounter-path fail-cgroupv1 fail-swap-on feature-gates file-check-frequency
  global-housekeeping-interval hairpin-mode healthz-bind-address healthz-port help hostname-override
  housekeeping-interval http-check-frequency image-credential-provider-bin-dir image-credential-provider-config
  image-gc-high-threshold image-gc-low-threshold image-service-endpoint kernel-memcg-notification kube-api-burst
  kube-api-content-type kube-api-qps kube-reserved kube-reserved-cgroup kubeconfig kubelet-cgroups
  local-storage-capacity-isolation lock-file log-cadvisor-usage log-flush-frequency log-json-info-buffer-size
  log-json-split-stream log-text-info-buffer-size log-text-split-stream logging-format machine-id-file
  make-iptables-util-chains manifest-url manifest-url-header max-open-files max-pods maximum-dead-containers
  maximum-dead-containers-per-container memory-manager-policy minimum-container-ttl-duration
  minimum-image-ttl-duration node-ip node-labels node-status-max-images node-status-update-frequency oom-score-adj
  pod-cidr pod-manifest-path pod-max-pids pods-per-core port protect-kernel-defaults provider-id qos-reserved
  read-only-port register-node register-with-taints registry-burst registry-qps reserved-cpus reserved-memory
  resolv-conf root-dir rotate-certificates rotate-server-certificates runtime-cgroups runtime-request-timeout
  seccomp-default serialize-image-pulls storage-driver-buffer-duration storage-driver-db storage-driver-host
  storage-driver-password storage-driver-secure storage-driver-table storage-driver-user
  streaming-connection-idle-timeout sync-frequency system-cgroups system-reserved system-reserved-cgroup
  tls-cert-file tls-cipher-suites tls-min-version tls-private-key-file topology-manager-policy
  topology-manager-policy-options topology-manager-scope v version vmodule volume-plugin-dir volume-stats-agg-period`.split(
    /\s+/,
  ),
);

/** Flags that the machine sets itself: an extra argument of that name keeps kubelet's new settings from being made. */
const owned: ReadonlySet<string> = new Set([
  'bootstrap-kubeconfig',
  'kubeconfig',
  'container-runtime',
  'container-runtime-endpoint',
  'config',
  'cert-dir',
]);

/** The first minor version of Kubernetes whose kubelet does not have a flag any more. */
const goneSince: Readonly<Record<string, number>> = {
  'cni-bin-dir': 24,
  'cni-conf-dir': 24,
  'network-plugin': 24,
  'container-runtime': 27,
  'master-service-namespace': 27,
  'iptables-drop-bit': 31,
  'iptables-masquerade-bit': 31,
  'keep-terminated-pod-volumes': 31,
  'cloud-config': 34,
  'pod-infra-container-image': 35,
};

/** The first minor version of Kubernetes whose kubelet has a flag. */
const thereSince: Readonly<Record<string, number>> = { 'config-dir': 28, 'fail-cgroupv1': 31 };

/**
 * The first flag, in kubelet's order of arguments, that it does not know: with such a one it prints an error and exits at
 * once.
 * @param version of Kubernetes, `1.36.3`; the newest known where it is none
 */
export function unknownKubeletFlag(names: readonly string[], version: string): string | undefined {
  const minor = Number(/^1\.(\d+)/.exec(version)?.[1] ?? Number.POSITIVE_INFINITY);
  const isKnown = (name: string): boolean =>
    (flags.has(name) && minor >= (thereSince[name] ?? 0)) || minor < (goneSince[name] ?? 0);
  return [...names].sort().find((name) => !isKnown(name));
}

/** The first of the names that an extra argument may not have. */
export function ownedKubeletFlag(names: readonly string[]): string | undefined {
  return [...names].sort().find((name) => owned.has(name));
}
