import { join, resolve } from 'node:path';
import { UsageError } from '../errors/errors.js';
import { talosFolder } from '../talosconfig/paths.js';

/** The default of `--state` as it is shown; `$HOME/.talos` stands for the folder of talosctl. */
export const defaultStateFolder = '$HOME/.talos/clusters';

/** Where a cluster of this name keeps its state. */
export function clusterFolder(
  name: string,
  state: string,
  around: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): string {
  if (!/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/.test(name)) {
    throw new UsageError(`"${name}" cannot name a cluster: lower-case letters, digits, dots and hyphens do`);
  }
  const folder = state === defaultStateFolder ? join(talosFolder(around.env), 'clusters') : resolve(around.cwd, state);
  return join(folder, name);
}
