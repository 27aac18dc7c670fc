/**
 * How a string may be written in YAML: which characters force quotes, escapes or forbid a block.
 */
export interface ScalarTraits {
  readonly multiline: boolean;
  readonly plainAllowed: boolean;
  readonly singleQuotedAllowed: boolean;
  readonly blockAllowed: boolean;
}

const lineBreak = /[\r\n\u0085\u2028\u2029]/;
const firstIndicators = new Set('#,[]{}&*!|>\'"%@`');

export function isLineBreak(char: string): boolean {
  return char === '\n' || lineBreak.test(char);
}

/** Whether the reference writes the character as it is; others are escaped in double quotes. */
function isPrintable(code: number): boolean {
  return (
    code === 0x0a ||
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff)
  );
}

const isBlank = (char: string | undefined) => char === undefined || char === ' ' || char === '\t';

/** Which ways of writing the string are open; tabs need double quotes. */
export function scalarTraits(value: string): ScalarTraits {
  if (value === '') return { multiline: false, plainAllowed: true, singleQuotedAllowed: true, blockAllowed: false };
  let indicators = value.startsWith('---') || value.startsWith('...');
  let breaks = false;
  let special = false;
  let tabs = false;
  let spaceAtEdge = value.startsWith(' ');
  let breakAtEdge = false;
  let trailingSpace = false;
  let breakThenSpace = false;
  let spaceThenBreak = false;
  let previous: 'space' | 'break' | 'other' = 'other';
  let afterWhitespace = true;
  const chars = Array.from(value);
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? '';
    const beforeWhitespace = isBlank(chars[at + 1]);
    const last = at === chars.length - 1;
    if (at === 0) {
      if (firstIndicators.has(char)) indicators = true;
      else if ((char === '?' || char === ':' || char === '-') && beforeWhitespace) indicators = true;
    } else if (char === ':' && beforeWhitespace) indicators = true;
    else if (char === '#' && afterWhitespace) indicators = true;
    if (char === '\t') tabs = true;
    else if (!isPrintable(char.codePointAt(0) ?? 0)) special = true;
    if (char === ' ') {
      if (last) {
        spaceAtEdge = true;
        trailingSpace = true;
      }
      if (previous === 'break') breakThenSpace = true;
      previous = 'space';
    } else if (isLineBreak(char)) {
      breaks = true;
      if (at === 0 || last) breakAtEdge = true;
      if (previous === 'space') spaceThenBreak = true;
      previous = 'break';
    } else previous = 'other';
    afterWhitespace = char === ' ' || char === '\t' || char === '\0' || isLineBreak(char);
  }
  const quotable = !breakThenSpace && !spaceThenBreak && !tabs && !special;
  return {
    multiline: breaks,
    plainAllowed: quotable && !spaceAtEdge && !breakAtEdge && !breaks && !indicators,
    singleQuotedAllowed: quotable,
    blockAllowed: !trailingSpace && !spaceThenBreak && !special,
  };
}

const namedEscapes: ReadonlyMap<number, string> = new Map([
  [0x00, '0'],
  [0x07, 'a'],
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0b, 'v'],
  [0x0c, 'f'],
  [0x0d, 'r'],
  [0x1b, 'e'],
  [0x22, '"'],
  [0x5c, '\\'],
  [0x85, 'N'],
  [0xa0, '_'],
  [0x2028, 'L'],
  [0x2029, 'P'],
]);

/** The character as it stands between double quotes. */
export function escapeForDoubleQuotes(char: string, always: boolean): string {
  const code = char.codePointAt(0) ?? 0;
  if (!always && isPrintable(code) && !isLineBreak(char) && char !== '"' && char !== '\\') return char;
  const named = namedEscapes.get(code);
  if (named !== undefined) return `\\${named}`;
  const [letter, width] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(Number(width), '0')}`;
}
