/** A floating-point number as Go's `%v` writes it: exponents below -4 and from 21 on, of two digits at least. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) {
    return 'NaN';
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? '+Inf' : '-Inf';
  }
  if (Object.is(value, -0)) {
    return '-0';
  }
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 21)) {
    return String(value);
  }
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
