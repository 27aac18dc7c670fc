import type { Problem } from '../document.js';

export function keepComments(_before: string, after: string, _options: unknown, _warnings: Problem[]): string {
  return after;
}
