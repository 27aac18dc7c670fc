import { type Position, TalosctlError } from '../errors/errors.js';
import { formatPosition } from '../errors/position.js';

/** A text that is no YAML. */
export class YamlError extends TalosctlError {
  override readonly name = 'YamlError';
  /** What is wrong, without the place. */
  readonly reason: string;
  readonly position: Position;
  constructor(reason: string, position: Position) {
    super(`${formatPosition(position)}: ${reason}`);
    this.reason = reason;
    this.position = position;
  }
}
