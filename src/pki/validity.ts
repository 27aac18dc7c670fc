/** From when to when a certificate is valid; the precision is seconds. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export const hour = 3_600_000;

/** A validity that starts at a time and lasts so many milliseconds. */
export const validFor = (from: Date, milliseconds: number): Validity => ({
  notBefore: from,
  notAfter: new Date(from.getTime() + milliseconds),
});
