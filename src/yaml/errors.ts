import { type Position, TalosctlError } from '../errors/errors.js';

/** A text that is no YAML. */
export class YamlError extends TalosctlError {
  override readonly name = 'YamlError';
  /** What is wrong, without the place. */
  readonly reason: string;
  readonly position: Position;
  constructor(reason: string, position: Position) {
    const where = position.file === undefined ? '' : `${position.file}, `;
    super(`${where}line ${position.line}, column ${position.column}: ${reason}`);
    this.reason = reason;
    this.position = position;
  }
}
