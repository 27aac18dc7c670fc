import { createHash, randomBytes } from 'node:crypto';

/** Letters and digits that Kubernetes makes names of. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

function letters(bytes: Buffer): string {
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** The end of a generated name. */
export function randomSuffix(): string {
  return letters(randomBytes(5));
}

/** Stands for a content in names and labels. */
export function contentHash(content: unknown): string {
  return letters(createHash('sha256').update(JSON.stringify(content)).digest().subarray(0, 10));
}
