import { UsageError } from '../../errors/errors.js';

/** Where a machine runs, as far as its configuration is concerned. */
export type Mode = 'metal' | 'cloud' | 'container' | 'metal-agent';

/** The modes that are offered; `metal-agent` is for hosted machines only and taken without being named. */
export const offeredModes: readonly Mode[] = ['metal', 'cloud', 'container'];

/** @throws UsageError for a word that is no mode */
export function parseMode(word: string): Mode {
  const mode = [...offeredModes, 'metal-agent' as const].find((known) => known === word);
  if (mode === undefined)
    throw new UsageError(`unknown mode ${JSON.stringify(word)}: one of ${offeredModes.join(', ')}`);
  return mode;
}

/** Whether Talos has to be put on a disk. */
export const requiresInstall = (mode: Mode): boolean => mode === 'metal';
