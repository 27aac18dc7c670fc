import { isControlPlane, type Rule } from '../node.js';
import { controlPlaneRules } from './k8s-control-plane.js';
import { endpointRules } from './k8s-endpoints.js';
import { kubeletRules } from './k8s-kubelet.js';
import { manifestRules } from './k8s-manifests.js';
import { nodeRules } from './k8s-node.js';
import { staticPodRules } from './k8s-static-pods.js';

/** Kubernetes on this node: its kubelet and Node object, and on a control plane node the control plane. */
export const k8sRules: Rule = (node) => [
  ...endpointRules(node),
  ...nodeRules(node),
  ...kubeletRules(node),
  ...(isControlPlane(node) ? [...controlPlaneRules(node), ...staticPodRules(node), ...manifestRules(node)] : []),
];
