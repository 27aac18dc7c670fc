const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;

/** A size as resources print it, in decimal units: `21 GB`, `1.0 MB`. */
export function prettySize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
