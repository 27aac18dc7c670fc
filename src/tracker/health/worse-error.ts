import { WaitError } from '../wait-error.js';
import type { Worse } from './compare.js';

/** A node took a change, and is not as well as it was before. */
export class WorseError extends WaitError {
  readonly worse: readonly Worse[];

  constructor(message: string, worse: readonly Worse[], hint: string) {
    super(message, { hint });
    this.worse = worse;
  }
}
