import { isIP } from 'node:net';
import { TalosctlError } from '../../errors/errors.js';

/** Checks that a text is an IP address, of either version and without a zone. `where` names the flag in the error. */
export function parseIpAddress(text: string, where: string): string {
  if (isIP(text) !== 0 && !text.includes('%')) return text;
  throw new TalosctlError(`${where}: "${text}" is not an IP address`);
}
