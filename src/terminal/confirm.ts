import type { Input, Output } from './streams.js';

/** Asks until the answer is yes or no. True at once where no person sits at the input; no when the input ends. */
export async function confirm(stdin: Input, stderr: Output, question: string): Promise<boolean> {
  if (!stdin.isTerminal) return true;
  for (;;) {
    await stderr.write(`${question} [y/N] `);
    const answer = (await stdin.readLine())?.trim().toLowerCase();
    if (answer === 'y' || answer === 'yes') return true;
    if (answer === undefined || answer === '' || answer === 'n' || answer === 'no') return false;
    await stderr.write('please answer y or n\n');
  }
}
