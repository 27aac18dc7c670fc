import { TalosctlError } from '../errors/errors.js';
import { formatPosition } from '../errors/position.js';
import type { Problem } from './document.js';

/** A configuration (or patch) that cannot be used. Carries every problem found, each with its place. */
export class ConfigError extends TalosctlError {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[], options: { cause?: unknown; hint?: string } = {}) {
    super(problems.map(formatProblem).join('\n'), options);
    this.problems = problems;
  }
}

/** One line: `file:line:column: document: path: message`, leaving out what is not known. */
export function formatProblem(problem: Problem): string {
  const where = problem.position === undefined ? '' : `${formatPosition(problem.position)}: `;
  const subject = [problem.document, problem.path].filter((part) => part !== '').join(' ');
  return `${where}${subject === '' ? '' : `${subject}: `}${problem.message}`;
}
