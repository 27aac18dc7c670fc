import type { GenerateInput } from '../../../machineconfig/generate/input.js';
import type { OutputPaths } from './outputs.js';

/** A `gen config` command line, read and checked. */
export interface GenConfigOptions extends Omit<GenerateInput, 'secrets'> {
  /** Empty when the secrets are to be made. */
  readonly secretsFile: string;
  /** Patches as typed: for all machines, then those of one type. */
  readonly patches: readonly string[];
  readonly controlPlanePatches: readonly string[];
  readonly workerPatches: readonly string[];
  readonly comments: { readonly docs: boolean; readonly examples: boolean };
  readonly outputs: OutputPaths;
  /** Roles of the talosconfig's certificate, and how many milliseconds it is valid. */
  readonly roles: readonly string[];
  readonly certificateLifetime: number;
  readonly force: boolean;
}
