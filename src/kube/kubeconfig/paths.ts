import { delimiter, join, resolve } from 'node:path';
import { TalosctlError } from '../../errors/errors.js';

/**
 * Where kubectl looks for its configuration: the files of `$KUBECONFIG`, else `.kube/config` in the home folder. The
 * first is the one that new entries go to.
 */
export function kubeconfigPaths(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): readonly [string, ...string[]] {
  const [first, ...others] = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
  if (first !== undefined) return [resolve(cwd, first), ...others.map((path) => resolve(cwd, path))];
  const home = env.HOME || env.USERPROFILE;
  if (!home) {
    throw new TalosctlError('there is no home folder to look for the kubeconfig in', {
      hint: 'set $HOME or $KUBECONFIG, or name the file',
    });
  }
  return [join(home, '.kube', 'config')];
}
