/** Talos API roles, carried by a client certificate as its organizations. */
export const talosRole = {
  admin: 'os:admin',
  operator: 'os:operator',
  reader: 'os:reader',
  etcdBackup: 'os:etcd:backup',
  imageVerifier: 'os:image:verifier',
  metaWriter: 'os:meta:writer',
  impersonator: 'os:impersonator',
} as const;

const known: readonly string[] = Object.values(talosRole);

/** Roles as written: trimmed, sorted, each once, empty ones dropped; and those among them that Talos does not know. */
export function parseRoles(written: readonly string[]): {
  readonly roles: readonly string[];
  readonly unknown: readonly string[];
} {
  const roles = [...new Set(written.map((role) => role.trim()))].filter((role) => role !== '').sort();
  return { roles, unknown: roles.filter((role) => !known.includes(role)) };
}

export const knownRoles = (): readonly string[] => known;
