const unknown = 'UNRECOGNIZED';

/**
 * The name of an enumeration's value in the API; its number where only a newer node knows it.
 * @param nameOf the generated function of the enumeration
 */
export function enumName<E extends number>(nameOf: (value: E) => string, value: E): string {
  const name = nameOf(value);
  return name === unknown ? String(value) : name;
}
