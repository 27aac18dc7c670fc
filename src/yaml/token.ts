/** The parts of a YAML text, as the scanner finds them and the parser joins them. */
export type TokenKind =
  | 'stream-end'
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'block-mapping-start'
  | 'block-sequence-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'flow-entry'
  | 'block-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

export interface Token {
  readonly kind: TokenKind;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Text of a scalar; name of an anchor or alias; a tag as written. */
  readonly text: string;
  /** For scalars: whether it stood without quotes and not as a block. */
  readonly plain: boolean;
}
