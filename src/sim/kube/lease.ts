import { asText, at } from './object.js';
import type { KubeStore } from './store.js';
import { builtIn } from './types.js';

const leases = builtIn('leases');
const namespace = 'kube-node-lease';
const duration = 40;
const renewInterval = 10_000;

/** Renews the lease by which a kubelet shows that it lives. */
export function renewLease(store: KubeStore, nodename: string, now: Date): void {
  const held = store.get(leases, namespace, nodename);
  const renewed = new Date(asText(at(held, 'spec', 'renewTime'))).getTime();
  if (now.getTime() - renewed < renewInterval) return;
  store.put(leases, {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: nodename, namespace },
    spec: { holderIdentity: nodename, leaseDurationSeconds: duration, renewTime: microseconds(now) },
  });
}

/** A time as the API writes exact ones. */
function microseconds(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}
