import type { CompletionProvider } from '../../cli/command.js';
import { TalosctlError } from '../../errors/errors.js';
import { knownRoles, parseRoles } from '../../pki/roles.js';

/** Roles from the command line, sorted and each once. Fails for those that Talos does not know. */
export function requireKnownRoles(written: readonly string[]): readonly string[] {
  const { roles, unknown } = parseRoles(written);
  if (unknown.length === 0) return roles;
  throw new TalosctlError(`unknown role${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}`, {
    hint: `Talos knows ${knownRoles().join(', ')}`,
  });
}

/** Offers the roles that a client certificate can have. */
export const completeRoles: CompletionProvider = async () => knownRoles().map((value) => ({ value }));
