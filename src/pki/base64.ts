/**
 * Base64 of a text whose characters are bytes. PEM texts are ASCII, but files may hold comments in any encoding: reading
 * bytes as Latin-1 brings every one of them back unchanged.
 */
export const encodeBase64Text = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

/** The text of a base64 value, undefined where it is not base64. Line breaks inside are skipped. */
export function decodeBase64Text(encoded: string): string | undefined {
  const compact = encoded.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return Buffer.from(compact, 'base64').toString('latin1');
}
