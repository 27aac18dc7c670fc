import { isDeepStrictEqual } from 'node:util';
import type { MachineConfig, Value, ValueMap } from '../../machineconfig/document.js';
import { encodeConfig } from '../../machineconfig/encode/encode.js';
import { unifiedDiff } from '../../render/unified-diff.js';

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

/**
 * Why a change cannot be made while the machine runs, with the diff of just what stands in the way; undefined where it
 * can.
 */
export function immediateObstacle(current: MachineConfig, next: MachineConfig): string | undefined {
  const before = mainOf(current);
  const after = structuredClone(mainOf(next));
  for (const path of immediate) copy(path.split('.'), before, after);
  if (isDeepStrictEqual(before, after)) return undefined;
  const diff = unifiedDiff(encodeMain(current, before), encodeMain(next, after));
  return `this config change can't be applied in immediate mode\ndiff:\n${diff}`;
}

function mainOf(config: MachineConfig): ValueMap {
  return config.documents.find(({ kind }) => kind === 'v1alpha1')?.value ?? {};
}

function encodeMain(config: MachineConfig, value: ValueMap): string {
  return encodeConfig({
    documents: config.documents.filter(({ kind }) => kind === 'v1alpha1').map((document) => ({ ...document, value })),
  });
}

/** Makes the value at a path of `to` what it is in `from`, where both have what stands above it. */
function copy(path: readonly string[], from: ValueMap, to: ValueMap): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    const value = from[key];
    if (value === undefined) delete to[key];
    else to[key] = value;
    return;
  }
  const [inner, outer] = [from[key], to[key]];
  if (isMap(inner) && isMap(outer)) copy(rest, inner, outer);
}

function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
