import { type Kind, layouts } from './layout.js';
import { durationNanoseconds, enumNumber, flagBits } from './text-values.js';

export const zeroDuration = '0s';
export const zeroTime = '0001-01-01T00:00:00Z';

/** Whether a value in its YAML form is the zero value of its Go type, which encoders leave out. */
export function isZero(kind: Kind, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (kind.is) {
    case 'pointer':
      return false;
    case 'list':
    case 'bytes':
      return (value as readonly unknown[]).length === 0;
    case 'map':
    case 'pairs':
    case 'struct':
      return Object.keys(value).length === 0;
    case 'message':
      return layouts
        .message(kind.message)
        .every((field) =>
          isZero(field.kind, field.name === '~' ? value : (value as Record<string, unknown>)[field.name]),
        );
    case 'enum':
      return enumNumber(kind.byText, kind.name, String(value)) === 0;
    case 'flags':
      return flagBits(kind.byText, String(value)) === 0;
    case 'bool':
      return value === false;
    case 'int':
    case 'double':
      return value === 0 || value === 0n;
    case 'duration':
      return durationNanoseconds(String(value)) === 0n;
    case 'time':
      return value === zeroTime;
    default:
      return value === '';
  }
}
