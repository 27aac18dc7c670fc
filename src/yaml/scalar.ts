/**
 * What a plain scalar means, by the rules of the reference's YAML reader: YAML 1.1 numbers, YAML 1.2 booleans.
 */
export type Resolved =
  | { readonly tag: 'str'; readonly value: string }
  | { readonly tag: 'null'; readonly value: null }
  | { readonly tag: 'bool'; readonly value: boolean }
  | { readonly tag: 'int'; readonly value: bigint }
  | { readonly tag: 'float'; readonly value: number }
  /** `value` is the instant in RFC 3339 with the shortest fraction. */
  | { readonly tag: 'timestamp'; readonly value: string }
  | { readonly tag: 'merge'; readonly value: string };

function entries(value: Resolved, ...texts: string[]): [string, Resolved][] {
  return texts.map((text) => [text, value]);
}

const words: ReadonlyMap<string, Resolved> = new Map<string, Resolved>([
  ...entries({ tag: 'bool', value: true }, 'true', 'True', 'TRUE'),
  ...entries({ tag: 'bool', value: false }, 'false', 'False', 'FALSE'),
  ...entries({ tag: 'null', value: null }, '', '~', 'null', 'Null', 'NULL'),
  ...entries({ tag: 'float', value: Number.NaN }, '.nan', '.NaN', '.NAN'),
  ...entries({ tag: 'float', value: Number.POSITIVE_INFINITY }, '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'),
  ...entries({ tag: 'float', value: Number.NEGATIVE_INFINITY }, '-.inf', '-.Inf', '-.INF'),
  ...entries({ tag: 'float', value: -0 }, '-0', '-0.0'),
  ...entries({ tag: 'merge', value: '<<' }, '<<'),
]);

const integer = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/;
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const dottedFraction = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/;

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const maxUint64 = 2n ** 64n - 1n;

/** Resolves the text of a plain scalar. */
export function resolvePlain(text: string): Resolved {
  const word = words.get(text);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  if (first === 0x2e) {
    const value = dottedFraction.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? { tag: 'float', value } : { tag: 'str', value: text };
  }
  const numeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d;
  if (!numeric) return { tag: 'str', value: text };
  const timestamp = parseTimestamp(text);
  if (timestamp !== undefined) return { tag: 'timestamp', value: timestamp };
  const digits = text.replaceAll('_', '');
  if (integer.test(digits)) {
    const value = parseInteger(digits);
    const unsigned = value <= maxUint64 && first !== 0x2b;
    if (value >= minInt64 && (value <= maxInt64 || unsigned)) return { tag: 'int', value };
  }
  if (decimal.test(digits)) {
    const value = Number(digits);
    if (Number.isFinite(value)) return { tag: 'float', value };
  }
  return { tag: 'str', value: text };
}

function parseInteger(digits: string): bigint {
  const bare = digits.replace(/^[-+]/, '');
  const magnitude = BigInt(/^0[0-7]+$/.test(bare) ? `0o${bare.slice(1)}` : bare);
  return digits.startsWith('-') ? -magnitude : magnitude;
}

const timestampForm =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:([Tt])(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[-+]\d{2}:\d{2})| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?)?$/;

function parseTimestamp(text: string): string | undefined {
  const match = timestampForm.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const zoned = match[4] !== undefined;
  const hour = (zoned ? match[5] : match[10]) ?? '0';
  const minute = (zoned ? match[6] : match[11]) ?? '0';
  const second = (zoned ? match[7] : match[12]) ?? '0';
  const fraction = ((zoned ? match[8] : match[13]) ?? '').slice(0, 9).replace(/0+$/, '');
  const zone = zoned ? (match[9] ?? 'Z') : 'Z';
  // The days of a month of year 0 are those of a leap year; Date reads small years as 19xx.
  const daysInMonth = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const valid =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    (zone === 'Z' || (Number(zone.slice(1, 3)) <= 24 && Number(zone.slice(4)) < 60));
  if (!valid) return undefined;
  const two = (part: string) => part.padStart(2, '0');
  const offset = zone === '+00:00' || zone === '-00:00' ? 'Z' : zone;
  const tail = fraction === '' ? '' : `.${fraction}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${tail}${offset}`;
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const yaml11Booleans = new Set('y Y yes Yes YES on On ON n N no No NO off Off OFF'.split(' '));

/** The boolean that a word of YAML 1.1 stands for (`yes`, `off`), undefined for any other text. */
export function yaml11Boolean(text: string): boolean | undefined {
  return yaml11Booleans.has(text) ? /^(?:y|on$)/i.test(text) : undefined;
}

/** Whether the string, written without quotes, is read back as the same string by readers of YAML 1.1 and 1.2. */
export function resolvesToItself(text: string): boolean {
  return resolvePlain(text).tag === 'str' && !base60.test(text) && !yaml11Booleans.has(text);
}

/** A float as Go's shortest `%g` writes it: `1.5`, `1e+07`, `.inf`. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (value === Number.POSITIVE_INFINITY) return '.inf';
  if (value === Number.NEGATIVE_INFINITY) return '-.inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
