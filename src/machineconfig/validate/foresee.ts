import type { MachineConfig, Problem } from '../document.js';
import { lintConfig } from './lint.js';
import { validateConfig } from './validate.js';

/**
 * What a node refuses of a configuration, or suffers from, for commands that make one: each place is told once. Where the
 * machine will run is not known, and `cloud` asks for the least.
 */
export async function foreseeTrouble(config: MachineConfig): Promise<readonly Problem[]> {
  return withDoubts(config, await validateConfig(config, { mode: 'cloud', trouble: false }));
}

/**
 * The same for a configuration that was changed, which may be a part of one: what a node refused before (for what it
 * lacks, say) is not told again. `before` is undefined where it could not be read.
 */
export async function foreseeNewTrouble(
  before: MachineConfig | undefined,
  after: MachineConfig,
): Promise<readonly Problem[]> {
  const options = { mode: 'cloud', trouble: false } as const;
  const known = new Set((before === undefined ? [] : await validateConfig(before, options)).map(likeness));
  const problems = await validateConfig(after, options);
  return withDoubts(
    after,
    problems.filter((problem) => !known.has(likeness(problem))),
  );
}

/** Doubts know the remedy, so they go before what rules say of the same place. */
function withDoubts(config: MachineConfig, problems: readonly Problem[]): readonly Problem[] {
  const doubts = lintConfig(config);
  const doubted = new Set(doubts.map(place));
  return [...doubts, ...problems.filter((problem) => !doubted.has(place(problem)))];
}

const place = ({ document, path }: Problem): string => `${document} ${path}`;

/** List items may have moved. */
const likeness = ({ document, path, message }: Problem): string =>
  `${document} ${path.replace(/\[\d+\]/g, '[]')} ${message}`;
