import type { Section } from '../section.js';
import { endpointProblem } from '../values/urls.js';

/** The network plugin. */
export function checkCni(cluster: Section | undefined): void {
  const cni = cluster?.sub('network', 'cni');
  if (cni === undefined) return;
  const name = cni.text('name');
  const urls = cni.texts('urls');
  if (!['flannel', 'custom', 'none'].includes(name)) {
    cni.error('name', `${JSON.stringify(name)} is no network plugin: flannel, custom or none`);
    return;
  }
  if (name === 'custom') {
    if (urls.length === 0) cni.warning('urls', 'a custom network plugin needs manifests in urls');
    for (const { path, text } of urls) {
      const problem = endpointProblem(text);
      if (problem !== undefined) cni.report.error(path, problem);
    }
  } else if (urls.length > 0) {
    cni.error('urls', `urls are for a custom network plugin, not for ${name}`);
  }
  if (name === 'flannel') return;
  const flannel = cni.sub('flannel');
  if (flannel !== undefined && flannel.texts('extraArgs').length > 0) {
    flannel.error('extraArgs', `flags of Flannel have no effect with the network plugin ${name}`);
  }
  if (flannel?.flag('kubeNetworkPoliciesEnabled') === true) {
    flannel.error(
      'kubeNetworkPoliciesEnabled',
      `network policies of Flannel cannot go with the network plugin ${name}`,
    );
  }
}
