/** What the shell shall do with the words it gets, as bits; the names are cobra's, without their common beginning. */
export const Directive = {
  /** Complete file names where no word fits. */
  default: 0,
  error: 1,
  noSpace: 2,
  noFiles: 4,
  /** Complete names of folders where no word fits. */
  onlyFolders: 16,
} as const;

const names: readonly (readonly [bit: number, name: string])[] = [
  [Directive.error, 'Error'],
  [Directive.noSpace, 'NoSpace'],
  [Directive.noFiles, 'NoFileComp'],
  [Directive.onlyFolders, 'FilterDirs'],
];

/** The line for people in which cobra says what it told the shell. */
export function describeDirective(directive: number): string {
  const set = names.filter(([bit]) => (directive & bit) !== 0).map(([, name]) => `ShellCompDirective${name}`);
  return `Completion ended with directive: ${set.length === 0 ? 'ShellCompDirectiveDefault' : set.join(', ')}`;
}
