import { TalosctlError } from '../errors/errors.js';

/** A node did not get where it was waited for. */
export class WaitError extends TalosctlError {
  override readonly name: string = 'WaitError';
  /** The last lines of its kernel log that came here. */
  readonly kernelLines: readonly string[];

  constructor(message: string, options: { cause?: unknown; hint?: string; kernelLines?: readonly string[] } = {}) {
    super(message, options);
    this.kernelLines = options.kernelLines ?? [];
  }
}
