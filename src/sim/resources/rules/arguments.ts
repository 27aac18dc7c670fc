import type { Value, ValueMap } from '../../../machineconfig/document.js';
import { asText } from '../node.js';

/** Command-line arguments by name, each with one or more values. */
export type Arguments = Readonly<Record<string, string | readonly string[]>>;

/** `extraArgs` of a configuration in the form of a resource. */
export function argValues(extraArgs: ValueMap): Readonly<Record<string, { readonly values: readonly string[] }>> {
  return Object.fromEntries(Object.entries(extraArgs).map(([name, value]) => [name, { values: texts(value) }]));
}

/** `extraArgs` of a configuration as arguments. */
export function extraArguments(extraArgs: ValueMap): Arguments {
  return Object.fromEntries(Object.entries(extraArgs).map(([name, value]) => [name, texts(value)]));
}

/**
 * The arguments of a component as the flags it is started with, sorted by name. Extra ones replace the component's own,
 * or are appended to the comma list of those named in `additive`.
 */
export function flags(own: Arguments, extra: Arguments, additive: readonly string[] = []): readonly string[] {
  const merged: Record<string, string | readonly string[]> = { ...own };
  for (const [name, value] of Object.entries(extra)) {
    const before = merged[name];
    merged[name] =
      before !== undefined && additive.includes(name) ? [...list(before), ...list(value)].join(',') : value;
  }
  return Object.keys(merged)
    .sort()
    .flatMap((name) => list(merged[name] ?? []).map((value) => `--${name}=${value}`));
}

function list(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

function texts(value: Value): readonly string[] {
  return Array.isArray(value) ? value.map((item) => asText(item) ?? '') : [asText(value) ?? ''];
}
