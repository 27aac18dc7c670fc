import type { Position } from '../errors/errors.js';

/**
 * A decoded value. Maps keep the order of the text; a key that was not written is absent. Scalars of typed fields are
 * already in the reference's canonical text (durations `5m0s`, prefixes, sizes), integers beyond 2^53 are bigint.
 */
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };
export type ValueMap = { [key: string]: Value };

/** One document of a machine configuration. */
export interface Document {
  /** `v1alpha1` for the main document, else the `kind`. */
  readonly kind: string;
  /** Empty for the main document. */
  readonly apiVersion: string;
  /** The `name` field of kinds that have one. */
  readonly name?: string | undefined;
  readonly value: ValueMap;
  /** Where a value stands in its file: path (`machine.network.interfaces[0].mtu`) to place. */
  position(path: string): Position | undefined;
}

export interface MachineConfig {
  /** File name for messages, `-` for standard input. */
  readonly file?: string | undefined;
  readonly documents: readonly Document[];
}

/** Something wrong (or doubtful) in a configuration. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** `v1alpha1`, or kind and name: `HostnameConfig`, `VLANConfig/eth0.5`. */
  readonly document: string;
  /** Key path inside the document, empty for the document itself. */
  readonly path: string;
  readonly message: string;
  readonly position?: Position | undefined;
}
