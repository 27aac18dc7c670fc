import { TalosctlError } from '../../../errors/errors.js';

/** Id of the configuration that a machine runs with. */
export const activeMachineConfig = 'v1alpha1';

/** What follows `patch` and `edit`: a resource type, and perhaps an id. */
export interface ConfigTarget {
  readonly type: string;
  readonly id: string | undefined;
  /** Empty: the type's default. */
  readonly namespace: string;
}

/** Takes the arguments of `patch` and `edit`. Throws TalosctlError for an id that is not the running configuration's. */
export function readConfigTarget([type = '', id]: readonly string[], namespace: string): ConfigTarget {
  if (id !== undefined && id !== activeMachineConfig) {
    throw new TalosctlError(`only the machine configuration "${activeMachineConfig}" can be changed, not "${id}"`);
  }
  return { type, id, namespace };
}
