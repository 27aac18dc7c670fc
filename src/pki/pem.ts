import { TalosctlError } from '../errors/errors.js';

/** One armoured block of a PEM text. */
export interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
}

/** Labels of the blocks that Talos writes. */
export const pemLabel = {
  certificate: 'CERTIFICATE',
  certificateRequest: 'CERTIFICATE REQUEST',
  ed25519PrivateKey: 'ED25519 PRIVATE KEY',
  ecPrivateKey: 'EC PRIVATE KEY',
  rsaPrivateKey: 'RSA PRIVATE KEY',
  privateKey: 'PRIVATE KEY',
} as const;

/** A PEM text of one block, lines of 64 characters, with a newline at its end. */
export function encodePem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Every block of a PEM text, in order. Text around blocks is skipped. */
export function* pemBlocks(text: string): Generator<PemBlock> {
  const armour = /^-----BEGIN ([^\n]*?)-----[ \t]*\r?\n([\s\S]*?)^-----END \1-----/gm;
  for (const match of text.matchAll(armour)) {
    const [, label = '', body = ''] = match;
    // Header lines (Proc-Type: …) stand before the base64 text.
    const base64 = body.replace(/^[^\n]*:[^\n]*\n/gm, '').replace(/\s+/g, '');
    if (/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) yield { label, der: Buffer.from(base64, 'base64') };
  }
}

/** The first block of a PEM text. `what` names the text in the error. */
export function decodePem(text: string, what: string): PemBlock {
  for (const block of pemBlocks(text)) return block;
  throw new TalosctlError(`${what} holds no PEM block (-----BEGIN …-----)`);
}
