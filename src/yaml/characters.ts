/** What the scanner asks of single characters; places beyond the end are blank and breaks. */
export function isSpace(char: string | undefined): boolean {
  return char === ' ';
}

/** Space or tab. */
export function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** Line breaks of YAML 1.1; carriage returns have been turned into newlines. */
export function isBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\u0085' || char === '\u2028' || char === '\u2029';
}

export function isBreakOrEnd(char: string | undefined): boolean {
  return char === undefined || isBreak(char);
}

export function isBlankOrEnd(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === undefined || isBreak(char);
}

/** What a line break stands for in a scalar. */
export function breakText(char: string): string {
  return char === '\u0085' ? '\n' : char;
}
