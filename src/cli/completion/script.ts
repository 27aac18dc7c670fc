import { scripts } from './scripts.generated.js';

export type Shell = keyof typeof scripts;

/**
 * The script that makes a shell complete this program's words (a file of completions/). `descriptions` is whether the
 * shell shows a line of explanation beside each word.
 */
export function completionScript(shell: Shell, { descriptions }: { readonly descriptions: boolean }): string {
  return descriptions ? scripts[shell] : scripts[shell].replaceAll('__complete ', '__completeNoDesc ');
}
