import { formatCsvList } from './csv.js';
import { formatDuration } from './duration.js';
import { bareValue } from './flag-value.js';
import type { Flag, FlagSet } from './flags.js';

/** The lines that explain flags in help, sorted by name and aligned as pflag aligns them. Hidden flags are left out. */
export function flagLines(flagSet: FlagSet): string[] {
  const rows = Object.entries(flagSet)
    .filter(([, flag]) => isShown(flag))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, flag]) => ({ left: leftColumn(name, flag), right: `${flag.help}${defaultNote(flag)}` }));
  const width = Math.max(0, ...rows.map(({ left }) => left.length));
  return rows.map(({ left, right }) => `${left.padEnd(width)}   ${right}`.trimEnd());
}

/** Whether help and completion show the flag. */
export function isShown(flag: Flag): boolean {
  return flag.hidden !== true && flag.deprecated === undefined;
}

function leftColumn(name: string, flag: Flag): string {
  const names = flag.short === undefined ? `      --${name}` : `  -${flag.short}, --${name}`;
  const word = valueWord(flag);
  return `${names}${word === '' ? '' : ` ${word}`}${bareNote(flag)}`;
}

/** The word for the flag's value. */
function valueWord(flag: Flag): string {
  if (flag.placeholder !== undefined) return flag.placeholder;
  switch (flag.kind) {
    case 'bool':
      return '';
    case 'int':
      return flag.type === 'int64' ? 'int' : (flag.type ?? 'int');
    case 'stringSlice':
      return 'strings';
    case 'enum':
      return flag.values.join(', ');
    default:
      return flag.kind;
  }
}

function bareNote(flag: Flag): string {
  const bare = bareValue(flag);
  if (bare === undefined || flag.kind === 'bool' || flag.kind === 'count') return '';
  return flag.kind === 'string' ? `[="${bare}"]` : `[=${bare}]`;
}

function defaultNote(flag: Flag): string {
  switch (flag.kind) {
    case 'string':
      return flag.default === '' ? '' : ` (default ${JSON.stringify(flag.default)})`;
    case 'bool':
      return flag.default ? ' (default true)' : '';
    case 'int':
    case 'count':
      return flag.default === 0 ? '' : ` (default ${flag.default})`;
    case 'duration':
      return flag.default === 0 ? '' : ` (default ${formatDuration(flag.default)})`;
    case 'stringSlice':
    case 'stringArray':
      return flag.default.length === 0 ? '' : ` (default ${formatCsvList(flag.default)})`;
    case 'enum':
      return flag.default === '' ? '' : ` (default ${flag.default})`;
  }
}
