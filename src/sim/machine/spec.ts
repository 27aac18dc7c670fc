/** The value at a path of a resource's spec; undefined where the path leads nowhere. */
export function specAt(spec: unknown, ...path: readonly string[]): unknown {
  let value = spec;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  }
  return value;
}

/** A text in a spec; empty where there is none. */
export function specText(spec: unknown, ...path: readonly string[]): string {
  const value = specAt(spec, ...path);
  return typeof value === 'string' ? value : '';
}

/** A list in a spec; empty where there is none. */
export function specList(spec: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = specAt(spec, ...path);
  return Array.isArray(value) ? value : [];
}

/** A list of texts in a spec. */
export function specTexts(spec: unknown, ...path: readonly string[]): readonly string[] {
  return specList(spec, ...path).filter((item) => typeof item === 'string');
}
