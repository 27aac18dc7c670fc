import type { JsonValue } from './json.js';

/**
 * A message of the API as protobuf's own JSON has it: fields that are zero, empty or absent are left out, timestamps are
 * RFC 3339, 64-bit numbers are text. Enumerations stay numbers: name them before.
 */
export function messageJson(message: object): { readonly [field: string]: JsonValue } {
  const fields = Object.entries(message).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] => {
    const json = isZero(value) ? undefined : valueJson(value);
    return json === undefined ? [] : [[name, json]];
  });
  return Object.fromEntries(fields);
}

function isZero(value: unknown): boolean {
  return value === undefined || value === '' || value === 0 || value === false || value === 0n || isEmptyList(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function valueJson(value: unknown): JsonValue | undefined {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map((item) => valueJson(item) ?? null);
  if (typeof value === 'object' && value !== null) return isTimestamp(value) ? dateOf(value) : messageJson(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

interface Timestamp {
  readonly seconds: bigint;
  readonly nanos: number;
}

function isTimestamp(value: object): value is Timestamp {
  return 'seconds' in value && 'nanos' in value && typeof value.seconds === 'bigint';
}

function dateOf({ seconds, nanos }: Timestamp): string {
  return new Date(Number(seconds) * 1000 + nanos / 1e6).toISOString();
}
