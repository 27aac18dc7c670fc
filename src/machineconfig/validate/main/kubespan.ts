import type { Section } from '../section.js';
import { isPrefix, isSubnetFilter } from '../values/networks.js';

export const smallestKubeSpanMtu = 1280;
const defaultMtu = 1420;

/** KubeSpan in the older form, inside `machine.network`. */
export function checkKubeSpan(machine: Section, cluster: Section | undefined): void {
  const kubespan = machine.sub('network', 'kubespan');
  if (kubespan?.flag('enabled') !== true) return;
  const mtu = kubespan.has('mtu') ? kubespan.number('mtu') : defaultMtu;
  if (mtu < smallestKubeSpanMtu) kubespan.error('mtu', `the MTU of KubeSpan is at least ${smallestKubeSpanMtu}`);
  if (cluster?.sub('discovery')?.flag('enabled') !== true)
    kubespan.error('enabled', 'KubeSpan needs cluster.discovery.enabled');
  for (const key of ['id', 'secret']) {
    if ((cluster?.text(key) ?? '') === '') kubespan.error('enabled', `KubeSpan needs cluster.${key}`);
  }
  const filters = kubespan.sub('filters');
  for (const { path, text } of filters?.texts('endpoints') ?? []) {
    if (!isSubnetFilter(text)) filters?.report.error(path, `${JSON.stringify(text)} is no network`);
  }
  for (const { path, text } of filters?.texts('excludeAdvertisedNetworks') ?? []) {
    if (!isPrefix(text)) filters?.report.error(path, `${JSON.stringify(text)} is no network`);
  }
}
