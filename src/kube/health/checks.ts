import type { HealthCheck } from './check.js';
import {
  controlPlaneReady,
  corednsReady,
  kubeProxyReady,
  nodesReady,
  nodesReported,
  nodesSchedulable,
} from './kubernetes.js';
import {
  apidReady,
  diskSizes,
  etcdConsistent,
  etcdHealthy,
  etcdOnControlPlane,
  kubeletHealthy,
  memorySizes,
  noDiagnostics,
  nodesBooted,
  staticPods,
} from './machines.js';

/** What a healthy cluster is, in the order in which its parts come up. */
export const healthChecks: readonly HealthCheck[] = [
  etcdHealthy,
  etcdConsistent,
  etcdOnControlPlane,
  apidReady,
  memorySizes,
  diskSizes,
  noDiagnostics,
  kubeletHealthy,
  nodesBooted,
  nodesReported,
  staticPods,
  controlPlaneReady,
  nodesReady,
  kubeProxyReady,
  corednsReady,
  nodesSchedulable,
];
