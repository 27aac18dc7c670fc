import { blockSpecs } from './block.js';
import { clusterSpecs } from './cluster.js';
import { commonSpecs } from './common.js';
import { configSpecs } from './config.js';
import { criSpecs } from './cri.js';
import { etcdSpecs } from './etcd.js';
import { extensionsSpecs } from './extensions.js';
import { filesSpecs } from './files.js';
import { hardwareSpecs } from './hardware.js';
import { k8sSpecs } from './k8s.js';
import { kubeaccessSpecs } from './kubeaccess.js';
import { kubespanSpecs } from './kubespan.js';
import { metaSpecs } from './meta.js';
import { networkSpecs } from './network.js';
import { perfSpecs } from './perf.js';
import { runtimeSpecs } from './runtime.js';
import { secretsSpecs } from './secrets.js';
import { securitySpecs } from './security.js';
import { siderolinkSpecs } from './siderolink.js';
import { timeSpecs } from './time.js';
import { v1alpha1Specs } from './v1alpha1.js';

/** Spec layouts by package; the notation is explained in ../layout.ts. */
export const specTexts: Readonly<Record<string, string>> = {
  block: blockSpecs,
  cluster: clusterSpecs,
  common: commonSpecs,
  config: configSpecs,
  cri: criSpecs,
  etcd: etcdSpecs,
  extensions: extensionsSpecs,
  files: filesSpecs,
  hardware: hardwareSpecs,
  k8s: k8sSpecs,
  kubeaccess: kubeaccessSpecs,
  kubespan: kubespanSpecs,
  meta: metaSpecs,
  network: networkSpecs,
  perf: perfSpecs,
  runtime: runtimeSpecs,
  secrets: secretsSpecs,
  security: securitySpecs,
  siderolink: siderolinkSpecs,
  time: timeSpecs,
  v1alpha1: v1alpha1Specs,
};
