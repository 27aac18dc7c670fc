/**
 * The order in which the reference writes the keys of a map: numbers inside keys by their value, letters after all else.
 */
export function compareKeys(left: string, right: string): number {
  if (left === right) return 0;
  const a = Array.from(left);
  const b = Array.from(right);
  let afterDigit = false;
  for (let at = 0; at < a.length && at < b.length; at++) {
    const x = a[at] ?? '';
    const y = b[at] ?? '';
    if (x === y) {
      afterDigit = isDigit(x);
      continue;
    }
    const xLetter = isLetter(x);
    const yLetter = isLetter(y);
    if (xLetter && yLetter) return byCodePoint(x, y);
    if (xLetter || yLetter) return (afterDigit ? xLetter : yLetter) ? -1 : 1;
    return compareNumbers(a, b, at) || byCodePoint(x, y);
  }
  return a.length - b.length;
}

/** Compares the digits that start at the first difference; longer runs of digits are greater. */
function compareNumbers(a: readonly string[], b: readonly string[], at: number): number {
  const zeros = a[at] === '0' || b[at] === '0';
  const seed = zeros && followsNumber(a, at) ? 1n : 0n;
  const [left, leftEnd] = number(a, at, seed);
  const [right, rightEnd] = number(b, at, seed);
  if (left !== right) return left < right ? -1 : 1;
  return leftEnd - rightEnd;
}

/** Whether a digit other than zero stands in the run of digits before the place. */
function followsNumber(chars: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= 0 && isDigit(chars[before] ?? ''); before--) {
    if (chars[before] !== '0') return true;
  }
  return false;
}

function number(chars: readonly string[], at: number, seed: bigint): [bigint, number] {
  let value = seed;
  let end = at;
  for (; end < chars.length && isDigit(chars[end] ?? ''); end++) {
    value = BigInt.asIntN(64, value * 10n + BigInt((chars[end] ?? '0').codePointAt(0) ?? 0x30) - 0x30n);
  }
  return [value, end];
}

const isDigit = (char: string) => /^\p{Nd}$/u.test(char);
const isLetter = (char: string) => /^\p{L}$/u.test(char);
const byCodePoint = (x: string, y: string) => (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
