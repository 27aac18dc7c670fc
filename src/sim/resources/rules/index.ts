import type { Rule } from '../node.js';
import { blockRules, diskRules } from './block.js';
import { clusterRules } from './cluster.js';
import { configRules } from './config.js';
import { criRules } from './cri.js';
import { etcdRules } from './etcd.js';
import { extensionRules } from './extensions.js';
import { filesRules } from './files.js';
import { hardwareRules } from './hardware.js';
import { k8sRules } from './k8s.js';
import { kubespanRules } from './kubespan.js';
import { metaRules } from './meta.js';
import { networkRules } from './network.js';
import { perfRules } from './perf.js';
import { runtimeRules } from './runtime.js';
import { secretsRules } from './secrets.js';
import { securityRules } from './security.js';
import { siderolinkRules } from './siderolink.js';
import { timeRules } from './time.js';
import { v1alpha1Rules } from './v1alpha1.js';

/** The rules of all areas. */
export const allRules: readonly Rule[] = [
  metaRules,
  v1alpha1Rules,
  configRules,
  runtimeRules,
  extensionRules,
  hardwareRules,
  perfRules,
  timeRules,
  diskRules,
  blockRules,
  networkRules,
  kubespanRules,
  siderolinkRules,
  securityRules,
  clusterRules,
  filesRules,
  criRules,
  etcdRules,
  k8sRules,
  secretsRules,
];
