import type { MachineConfig, ValueMap } from '../document.js';
import { cloneValue, getKey, isValueMap, setKey } from '../value.js';

/** What of the main document a running machine takes over without a reboot. Other documents always are. */
const immediate: readonly string[] = [
  'debug',
  'cluster',
  'machine.ca',
  'machine.acceptedCAs',
  'machine.time',
  'machine.certSANs',
  'machine.install',
  'machine.network',
  'machine.sysfs',
  'machine.sysctls',
  'machine.logging',
  'machine.controlPlane',
  'machine.kubelet',
  'machine.kernel',
  'machine.registries',
  'machine.pods',
  'machine.seccompProfiles',
  'machine.nodeAnnotations',
  'machine.nodeLabels',
  'machine.nodeTaints',
  'machine.features.kubernetesTalosAPIAccess',
  'machine.features.kubePrism',
  'machine.features.hostDNS',
  'machine.features.imageCache',
  'machine.features.nodeAddressSortAlgorithm',
];

/** The main documents of two configurations without what a running machine takes over. */
export interface RebootPart {
  readonly before: MachineConfig;
  readonly after: MachineConfig;
}

/** What of a change is left for a reboot: nothing where both sides are equal. */
export function rebootPart(current: MachineConfig, next: MachineConfig): RebootPart {
  const before = mainOf(current);
  const after = cloneValue(mainOf(next));
  for (const path of immediate) copy(path.split('.'), before, after);
  return { before: withMain(current, before), after: withMain(next, after) };
}

/** Whether a running machine takes over what stands at a path of the main document. */
export function isImmediate(path: string): boolean {
  return immediate.some((one) => path === one || path.startsWith(`${one}.`));
}

/** The value of the main document; empty where there is none. */
export function mainOf(config: MachineConfig): ValueMap {
  return config.documents.find(({ kind }) => kind === 'v1alpha1')?.value ?? {};
}

function withMain({ documents }: MachineConfig, value: ValueMap): MachineConfig {
  const main = documents.find(({ kind }) => kind === 'v1alpha1');
  if (main === undefined) return { documents: [] };
  const { kind, apiVersion } = main;
  return { documents: [{ kind, apiVersion, value, position: (path) => main.position(path) }] };
}

/** Makes the value at a path of `to` what it is in `from`, where both have what stands above it. */
function copy(path: readonly string[], from: ValueMap, to: ValueMap): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  const [inner, outer] = [getKey(from, key), getKey(to, key)];
  if (rest.length > 0) {
    if (isValueMap(inner) && isValueMap(outer)) copy(rest, inner, outer);
  } else if (inner === undefined) {
    delete to[key];
  } else {
    setKey(to, key, inner);
  }
}
