import { TalosctlError } from '../errors/errors.js';
import type { Resource } from './resource.js';

export const machineConfigType = 'MachineConfigs.config.talos.dev';

/**
 * Whether the spec of a machine configuration is the configuration itself, of one or more documents, instead of a text
 * that holds it. Talos did so before it marked the texts with an annotation.
 */
export function isBareMachineConfig({ metadata }: Resource): boolean {
  return metadata.type === machineConfigType && metadata.annotations.size === 0;
}

/** The text of a machine configuration, to the letter: with all documents, also those this client does not know. */
export function machineConfigText(resource: Resource): string {
  if (isBareMachineConfig(resource)) {
    return resource.specText;
  }
  const text = resource.spec();
  if (typeof text !== 'string') {
    throw new TalosctlError(`the node sent a ${resource.metadata.type} that holds no text`);
  }
  return text;
}
