import type { Section } from '../section.js';
import { isSubnetFilter } from '../values/networks.js';

/** Fields of the kubelet's configuration that Talos sets itself. */
const ownFields = [
  'apiVersion',
  'authentication',
  'authorization',
  'cgroupRoot',
  'kind',
  'kubeletCgroups',
  'port',
  'protectKernelDefaults',
  'resolvConf',
  'rotateCertificates',
  'systemCgroups',
  'staticPodPath',
  'seccompDefault',
];

export function checkKubelet(machine: Section): void {
  const kubelet = machine.sub('kubelet');
  if (kubelet === undefined) return;
  const nodeIp = kubelet.sub('nodeIP');
  for (const { path, text } of nodeIp?.texts('validSubnets') ?? []) {
    if (!isSubnetFilter(text)) nodeIp?.report.error(path, `${JSON.stringify(text)} is no network`);
  }
  const extra = kubelet.sub('extraConfig');
  for (const field of ownFields) {
    if (extra !== undefined && Object.hasOwn(extra.value, field))
      extra.error(field, `Talos sets ${field} of the kubelet itself`);
  }
}
