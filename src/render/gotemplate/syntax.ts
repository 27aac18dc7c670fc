import type { TemplateValue } from './value.js';

/** Something that has a value. */
export type Operand =
  | { readonly kind: 'constant'; readonly value: TemplateValue }
  | { readonly kind: 'dot' }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  /** `.A.B`, behind the dot or, with `of`, behind something else. */
  | { readonly kind: 'fields'; readonly of: Operand; readonly names: readonly string[] }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline };

/** A word and its arguments. */
export interface Command {
  readonly operand: Operand;
  readonly args: readonly Operand[];
}

/** Commands, each of which gets the value of the one before it as its last argument. */
export interface Pipeline {
  /** Variables that get the value: `$x :=`; `$x =` where `declares` is false. */
  readonly variables: readonly string[];
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

export type Block = readonly Statement[];

export type Statement =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: Pipeline }
  | {
      readonly kind: 'if' | 'with' | 'range';
      readonly pipeline: Pipeline;
      readonly body: Block;
      readonly otherwise: Block;
    }
  | { readonly kind: 'break' | 'continue' };
