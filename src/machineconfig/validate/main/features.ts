import { knownRoles } from '../../../pki/roles.js';
import type { Mode } from '../mode.js';
import type { Section } from '../section.js';
import { isControlPlane, type MachineType } from './machine-type.js';

const sortAlgorithms = ['v1', 'v2'];

/** The resolver of the host, which containers cannot do without. */
export function checkHostDns(machine: Section, mode: Mode): void {
  const hostDns = machine.sub('features', 'hostDNS');
  const enabled = hostDns?.flag('enabled') === true;
  const forwards = hostDns?.flag('forwardKubeDNSToHost') === true;
  const error = (key: string, message: string) =>
    hostDns === undefined ? machine.error('features', message) : hostDns.error(key, message);
  if (mode === 'container') {
    if (!enabled) error('enabled', 'in a container hostDNS.enabled must be true');
    if (!forwards) error('forwardKubeDNSToHost', 'in a container hostDNS.forwardKubeDNSToHost must be true');
  }
  if (forwards && !enabled) error('forwardKubeDNSToHost', 'forwardKubeDNSToHost needs hostDNS.enabled to be true');
}

export function checkFeatures(machine: Section, type: MachineType): void {
  const features = machine.sub('features');
  const access = features?.sub('kubernetesTalosAPIAccess');
  if (access?.flag('enabled') === true) {
    if (!isControlPlane(type))
      access.error('enabled', 'pods get access to the Talos API on control plane machines only');
    for (const { path, text } of access.texts('allowedRoles')) {
      if (!knownRoles().includes(text)) {
        access.report.error(path, `${JSON.stringify(text)} is no Talos role: one of ${knownRoles().join(', ')}`);
      }
    }
  }
  const algorithm = features?.text('nodeAddressSortAlgorithm') ?? '';
  if (algorithm !== '' && !sortAlgorithms.includes(algorithm.toLowerCase())) {
    features?.error('nodeAddressSortAlgorithm', `${JSON.stringify(algorithm)} is none of ${sortAlgorithms.join(', ')}`);
  }
}
