/** A generated enumeration: TypeScript keeps the names by number, too. */
type Enumeration = Readonly<Record<number, string>>;

/** The name of an enumeration's value in the API; its number where only a newer node knows it. */
export function enumName(enumeration: Enumeration, value: number): string {
  return value < 0 ? String(value) : (enumeration[value] ?? String(value));
}
