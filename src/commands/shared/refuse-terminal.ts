import { TalosctlError } from '../../errors/errors.js';
import type { Output } from '../../terminal/streams.js';

/**
 * Keeps binary data off terminals.
 * @param what names it in the error: `an archive`
 */
export function refuseTerminal(output: Output, what: string): void {
  if (!output.isTerminal) return;
  throw new TalosctlError(`${what} is no text for a terminal`, {
    hint: 'name a file, or send it on to a program: … | cat > file',
  });
}
