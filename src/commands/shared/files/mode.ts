/** Kinds and special bits of Go's file modes, which the API sends: from the highest bit on. */
const letters = 'dalTLDpSugct?';
const permissions = 'rwxrwxrwx';

/** A file mode as Go writes it: `drwxr-xr-x`, `Lrwxrwxrwx`, `-rw-r--r--`. */
export function formatMode(mode: number): string {
  const special = [...letters].filter((_, index) => ((mode >>> (31 - index)) & 1) === 1).join('');
  const bits = [...permissions].map((letter, index) => (((mode >>> (8 - index)) & 1) === 1 ? letter : '-')).join('');
  return (special || '-') + bits;
}
