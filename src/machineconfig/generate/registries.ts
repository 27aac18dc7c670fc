import type { Document, ValueMap } from '../document.js';
import { contractHas } from './contract.js';
import { generatedDocument } from './generated-document.js';
import type { GenerateInput, RegistryMirror } from './input.js';
import { canonicalUrl } from './url.js';

/** `machine.registries` of versions that have no documents for it; undefined where it would be empty. */
export function registriesField(input: GenerateInput): ValueMap | undefined {
  if (!contractHas(input.contract, 'registryFields')) return undefined;
  const mirrors = byHost([...standardMirrors(input), ...merged(input.registryMirrors)]);
  if (mirrors.size === 0) return undefined;
  const entries = [...mirrors.values()].map(({ host, endpoints }) => [host, { endpoints: [...endpoints] }]);
  return { mirrors: Object.fromEntries(entries) };
}

/** One RegistryMirrorConfig a registry. */
export function registryDocuments(input: GenerateInput): readonly Document[] {
  if (!contractHas(input.contract, 'registryDocuments')) return [];
  return [...byHost(merged(input.registryMirrors)).values()].map(({ host, endpoints }) =>
    generatedDocument(
      'RegistryMirrorConfig',
      { endpoints: endpoints.map((url) => ({ url: canonicalUrl(url, `the mirror "${url}" of ${host}`) })) },
      host,
    ),
  );
}

/** Kubernetes moved its images while Talos v1.2 was current. */
function standardMirrors(input: GenerateInput): readonly RegistryMirror[] {
  if (!contractHas(input.contract, 'oldKubernetesRegistryMirror')) return [];
  return [{ host: 'k8s.gcr.io', endpoints: ['https://registry.k8s.io', 'https://k8s.gcr.io'] }];
}

/** The endpoints given for one host over several flags stand together. */
function merged(mirrors: readonly RegistryMirror[]): readonly RegistryMirror[] {
  const hosts = new Map<string, string[]>();
  for (const { host, endpoints } of mirrors) hosts.set(host, [...(hosts.get(host) ?? []), ...endpoints]);
  return [...hosts].map(([host, endpoints]) => ({ host, endpoints }));
}

/** Sorted by host; the last mirror of a host wins. */
function byHost(mirrors: readonly RegistryMirror[]): Map<string, RegistryMirror> {
  const last = new Map(mirrors.map((mirror) => [mirror.host, mirror]));
  return new Map([...last].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
