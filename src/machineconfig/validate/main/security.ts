import type { Section } from '../section.js';
import { isControlPlane, type MachineType } from './machine-type.js';

/** Certificate authorities: a control plane has keys, a worker must not. */
export function checkAuthorities(machine: Section, cluster: Section | undefined, type: MachineType): void {
  const ca = machine.sub('ca');
  const accepted = machine.slots('acceptedCAs').length > 0;
  if (ca === undefined && !accepted)
    machine.error('ca', 'the Talos API needs a certificate authority: ca or acceptedCAs');
  if (isControlPlane(type)) {
    if (ca === undefined)
      machine.error('ca', 'a control plane machine needs the certificate authority of the Talos API');
    else if (ca.text('key') === '')
      ca.error('key', 'a control plane machine needs the key of the certificate authority');
    return;
  }
  if (type !== 'worker') return;
  if (ca !== undefined && ca.text('key') !== '')
    ca.error('key', 'only control plane machines may have the key of the Talos API');
  if (ca !== undefined && ca.text('crt') === '' && !accepted) {
    ca.error('crt', 'the Talos API needs a certificate authority: ca.crt or acceptedCAs');
  }
  const clusterCa = cluster?.sub('ca');
  if (clusterCa !== undefined && clusterCa.text('key') !== '') {
    clusterCa.error('key', 'only control plane machines may have the key of the Kubernetes API');
  }
}
