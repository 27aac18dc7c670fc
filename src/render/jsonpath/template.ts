/**
 * The parsed form of a JSONPath template in the dialect of Kubernetes: text with actions in braces,
 * `{.spec.addresses[0]}`.
 */

/** One step of an action; each takes the values found so far and gives the next ones. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'descend' }
  | Slice
  | { readonly kind: 'union'; readonly branches: readonly (readonly Step[])[] }
  | Filter;

/** `[start:end:step]`; a bound that was left out is undefined. `[n]` is the slice of one item. */
export interface Slice {
  readonly kind: 'slice';
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  /** The end was not written but follows from a single index. */
  readonly single: boolean;
}

export const operators = ['<=', '>=', '==', '!=', '<', '>'] as const;
export type Operator = (typeof operators)[number];

/** `[?(@.name=="eth0")]`; without an operator: items where the left side finds anything. */
export interface Filter {
  readonly kind: 'filter';
  readonly left: readonly Step[];
  readonly comparison: { readonly operator: Operator; readonly right: readonly Step[] } | undefined;
}

/** A part of the template: an action, or a `{range …}` with what stands before its `{end}`. */
export type Part =
  | { readonly kind: 'action'; readonly steps: readonly Step[] }
  | { readonly kind: 'range'; readonly over: readonly Step[]; readonly body: readonly Part[] };
