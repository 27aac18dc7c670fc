import type { Position } from '../errors/errors.js';
import type { PlainScalar } from '../yaml/emit.js';

/**
 * Keys of a free-form map that were no strings when they were read (`80: http`); such keys are written without quotes.
 */
export const plainKeys: unique symbol = Symbol('plainKeys');

/**
 * A decoded value. Maps keep the order of the text; a key that was not written is absent. Scalars of typed fields are
 * already in the reference's canonical text (durations `5m0s`, prefixes, sizes), integers beyond 2^53 are bigint. A
 * PlainScalar stands, in free-form maps only, for a timestamp or a float whose spelling differs from its number's.
 */
export type Value = null | boolean | number | bigint | string | PlainScalar | Value[] | ValueMap;
export type ValueMap = { [key: string]: Value; [plainKeys]?: ReadonlySet<string> };

/** One document of a machine configuration. */
export interface Document {
  /** `v1alpha1` for the main document, else the `kind`. */
  readonly kind: string;
  /** Empty for the main document. */
  readonly apiVersion: string;
  /** The `name` field of kinds that have one. */
  readonly name?: string | undefined;
  readonly value: ValueMap;
  /**
   * The text of a document that this client cannot read by a description (of a newer kind, from a node); it is written as
   * it is. `value` then holds what could be read without a description.
   */
  readonly opaqueText?: string | undefined;
  /** Where a value stands in its file: path (`machine.network.interfaces[0].mtu`, see path.ts) to place. */
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

/** How messages name a document: `v1alpha1`, `HostnameConfig`, `VLANConfig/eth0.5`. */
export function documentLabel(document: Pick<Document, 'kind' | 'name'>): string {
  return document.name === undefined || document.name === '' ? document.kind : `${document.kind}/${document.name}`;
}
