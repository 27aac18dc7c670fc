const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** Rounds halves to the even neighbour, as Go's `%.0f` does. */
function halfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) {
    return Math.round(value);
  }
  return floor % 2 === 0 ? floor : floor + 1;
}

function human(bytes: number | bigint, base: number, units: readonly string[]): string {
  const value = Number(bytes);
  if (value < 10) {
    return `${value} B`;
  }
  const exponent = Math.min(Math.floor(Math.log(value) / Math.log(base)), units.length - 1);
  const scaled = Math.floor((value / base ** exponent) * 10 + 0.5) / 10;
  return `${scaled < 10 ? scaled.toFixed(1) : halfEven(scaled)} ${units[exponent]}`;
}

/** Bytes in powers of 1000: `83 MB`, `1.2 kB`. */
export function formatBytes(bytes: number | bigint): string {
  return human(bytes, 1000, decimalUnits);
}

/** Bytes in powers of 1024: `79 MiB`, `1.2 KiB`. */
export function formatBinaryBytes(bytes: number | bigint): string {
  return human(bytes, 1024, binaryUnits);
}
