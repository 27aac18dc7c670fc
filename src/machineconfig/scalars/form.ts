import type { Resolved } from '../../yaml/scalar.js';

/** What a scalar field holds once decoded. */
export type Scalar = string | number | bigint | boolean;

/** A scalar as written: its text, and what the text means where it stood without quotes. */
export interface ScalarInput {
  readonly text: string;
  readonly resolved: Resolved;
}

/** A part of a JSON schema. */
export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A kind of scalar: how it is read, what its unset value is written as, how it merges. Fields of a form hold the canonical
 * value that `decode` gives.
 */
export interface ScalarForm {
  /** With its article, for messages: `a duration such as 5m0s`. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** What a field that was never set is written as. */
  readonly unset: Scalar;
  /** The canonical value. Throws FormError. */
  decode(input: ScalarInput): Scalar;
  /** Whether a field with the value counts as never set. Default: the value equals `unset`. */
  isUnset?(value: Scalar): boolean;
  /** What is written for a value, where that is not the value itself. */
  encode?(value: Scalar): unknown;
  /**
   * How a patch's value meets the present one. Default `set`: an unset value changes nothing. `explicit`: what was
   * written wins, even when it is empty. `always`: the patch's value wins even where the patch has none.
   */
  readonly merge?: 'set' | 'explicit' | 'always';
  /** Whether the present value stays although a patch has another. */
  outranks?(present: Scalar, patched: Scalar): boolean;
}

/** Why a text is no value of a form; completes the sentence "… is wrong: ". */
export class FormError extends Error {
  override readonly name = 'FormError';
}

export function isUnset(form: ScalarForm, value: Scalar): boolean {
  return form.isUnset === undefined ? value === form.unset : form.isUnset(value);
}
