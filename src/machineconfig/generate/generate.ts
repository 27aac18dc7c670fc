import type { Document, MachineConfig } from '../document.js';
import { clusterSection } from './cluster-section.js';
import { contractHas } from './contract.js';
import { generatedDocument } from './generated-document.js';
import type { GenerateInput, MachineType } from './input.js';
import { machineSection } from './machine-section.js';
import { registryDocuments } from './registries.js';

/** The configuration of one type of machine, as `gen config` writes it before any patch. */
export function generateConfig(input: GenerateInput, type: MachineType): MachineConfig {
  const main = generatedDocument('v1alpha1', {
    version: 'v1alpha1',
    debug: false,
    persist: true,
    machine: machineSection(input, type),
    cluster: clusterSection(input, type),
  });
  return { documents: [main, ...registryDocuments(input), ...networkDocuments(input)] };
}

function networkDocuments(input: GenerateInput): readonly Document[] {
  const { contract, kubeSpan } = input;
  return [
    ...(contractHas(contract, 'hostnameDocument') ? [generatedDocument('HostnameConfig', { auto: 'stable' })] : []),
    ...(kubeSpan && contractHas(contract, 'kubeSpanDocument')
      ? [generatedDocument('KubeSpanConfig', { enabled: true })]
      : []),
  ];
}
