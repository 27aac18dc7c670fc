/** What a text is encrypted with, where it is a form in which configurations are kept in repositories. */
export function encryptionOf(text: string): Encryption | undefined {
  if (/^-----BEGIN AGE ENCRYPTED FILE-----/.test(text)) return { name: 'age', decrypt: 'age -d' };
  if (/(?:^|[{,])\s*"?sops"?\s*:/m.test(text) && text.includes('ENC[AES256_GCM,'))
    return { name: 'SOPS', decrypt: 'sops -d' };
  return undefined;
}

export interface Encryption {
  readonly name: string;
  /** Command that writes the plain text to standard output. */
  readonly decrypt: string;
}
