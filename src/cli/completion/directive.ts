/** What the shell shall do with the words it gets, as bits. */
export const Directive = {
  /** Complete file names where no word fits. */
  default: 0,
  error: 1,
  noSpace: 2,
  noFiles: 4,
} as const;
