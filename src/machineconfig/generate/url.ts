import { TalosctlError } from '../../errors/errors.js';
import { FormError } from '../scalars/form.js';
import { normaliseUrl } from '../scalars/url.js';

/** A URL in the spelling of configurations. `what` names it in the error. */
export function canonicalUrl(written: string, what: string): string {
  try {
    return normaliseUrl(written);
  } catch (error) {
    if (error instanceof FormError) throw new TalosctlError(`${what} is not a URL: ${error.message}`);
    throw error;
  }
}
