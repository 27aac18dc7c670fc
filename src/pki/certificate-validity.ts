import { X509Certificate } from 'node:crypto';
import { TalosctlError } from '../errors/errors.js';
import type { Validity } from './validity.js';

/**
 * From when to when a certificate (PEM) is valid, and nothing else of it: every connection asks, and reading the whole
 * takes longer. `what` names it in errors.
 */
export function certificateValidity(pem: string, what: string): Validity {
  try {
    const { validFrom, validTo } = new X509Certificate(pem);
    return { notBefore: new Date(validFrom), notAfter: new Date(validTo) };
  } catch (cause) {
    throw new TalosctlError(`${what} is not an X.509 certificate`, { cause });
  }
}
