import { formatFloat } from '../numbers.js';
import { isList, isObject, type TemplateValue, valueText } from './value.js';

interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly verb: string;
}

const directive = /%([-+# 0]*)(\d*)(?:\.(\d*))?(.)/gsu;

/**
 * Formats as Go's Printf: `%s %v %q %d %x %X %o %b %c %t %f %e %g`, with flags, width and precision. Lists are formatted
 * item by item. What does not fit shows itself as it does in Go: `%!d(string=x)`.
 */
export function printf(format: string, args: readonly TemplateValue[]): string {
  let used = 0;
  const text = format.replace(
    directive,
    (_, flags: string, width: string, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      const argument = args[used];
      used += 1;
      if (argument === undefined) return `%!${verb}(MISSING)`;
      return formatOne(
        { flags, width: Number(width), precision: precision === undefined ? undefined : Number(precision), verb },
        argument,
      );
    },
  );
  const extra = args.slice(used).map((value) => `${typeName(value)}=${valueText(value)}`);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(', ')})`;
}

function formatOne(how: Directive, value: TemplateValue): string {
  if (isList(value)) return `[${value.map((item) => formatOne(how, item)).join(' ')}]`;
  const text = textOf(how, value);
  return text === undefined
    ? bad(how.verb, value)
    : pad(text, how, typeof value === 'bigint' || typeof value === 'number');
}

function textOf({ verb, flags, precision }: Directive, value: TemplateValue): string | undefined {
  switch (verb) {
    case 'v':
      return valueText(value);
    case 's':
      if (typeof value !== 'string' && (value === null || !isObject(value))) return undefined;
      return cut(String(value), precision);
    case 'q':
      if (typeof value !== 'string' && (value === null || !isObject(value))) return undefined;
      return JSON.stringify(cut(String(value), precision));
    case 't':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'd':
      return typeof value === 'bigint' ? signed(value.toString(), flags) : undefined;
    case 'b':
    case 'o':
    case 'x':
    case 'X':
      return based(verb, value);
    case 'c':
      return typeof value === 'bigint' ? String.fromCodePoint(Number(value)) : undefined;
    case 'f':
    case 'F':
      return typeof value === 'number' ? signed(value.toFixed(precision ?? 6), flags) : undefined;
    case 'e':
      return typeof value === 'number' ? signed(exponential(value, precision ?? 6), flags) : undefined;
    case 'g':
      return typeof value === 'number'
        ? signed(
            precision === undefined ? formatFloat(value) : String(Number(value.toPrecision(precision || 1))),
            flags,
          )
        : undefined;
    default:
      return undefined;
  }
}

function based(verb: 'b' | 'o' | 'x' | 'X', value: TemplateValue): string | undefined {
  const bases = { b: 2, o: 8, x: 16, X: 16 };
  const text =
    typeof value === 'bigint'
      ? value.toString(bases[verb])
      : typeof value === 'string' && bases[verb] === 16
        ? Buffer.from(value).toString('hex')
        : undefined;
  return verb === 'X' ? text?.toUpperCase() : text;
}

function exponential(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');
}

function signed(digits: string, flags: string): string {
  if (digits.startsWith('-')) return digits;
  if (flags.includes('+')) return `+${digits}`;
  return flags.includes(' ') ? ` ${digits}` : digits;
}

function cut(text: string, precision: number | undefined): string {
  return precision === undefined ? text : [...text].slice(0, precision).join('');
}

function pad(text: string, { flags, width }: Directive, isNumber: boolean): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0') || !isNumber) return ' '.repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}

function bad(verb: string, value: TemplateValue): string {
  return value === null ? `%!${verb}(<nil>)` : `%!${verb}(${typeName(value)}=${valueText(value)})`;
}

function typeName(value: TemplateValue): string {
  switch (typeof value) {
    case 'bigint':
      return 'int';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    default:
      return value === null ? '<nil>' : isList(value) ? 'list' : 'object';
  }
}
