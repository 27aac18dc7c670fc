import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { TalosctlError } from '../errors/errors.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Talos mounts the talosconfig of a service account into a pod; only read. */
const inClusterFolder = '/var/run/secrets/talos.dev';

/** A place to look for the client configuration. */
export interface TalosconfigPlace {
  /** More than one where `$TALOSCONFIG` is a list. */
  readonly paths: readonly string[];
  readonly writable: boolean;
}

/**
 * The folder that holds what talosctl keeps: `$TALOS_HOME` where absolute, else `.talos` in the home folder.
 * @throws TalosctlError where the environment names no home
 */
export function talosFolder(env: Environment): string {
  const talosHome = env.TALOS_HOME;
  if (talosHome !== undefined && isAbsolute(talosHome)) return talosHome;
  const home = env.HOME || env.USERPROFILE;
  if (!home) {
    throw new TalosctlError('there is no home folder to look for the talosconfig in', {
      hint: 'set $HOME, or name the file with --talosconfig',
    });
  }
  return join(home, '.talos');
}

/**
 * Places to look for the client configuration, first come first served: the flag alone where it is given; else
 * `$TALOSCONFIG`, the file in the talosctl folder, the one in `$XDG_CONFIG_HOME`, the one mounted into a pod.
 * @param options.isFile whether a path leads to a file: a value of `$TALOSCONFIG` that is one is never taken for a list
 */
export function talosconfigPlaces(options: {
  readonly flag: string;
  readonly env: Environment;
  readonly cwd: string;
  readonly isFile: (path: string) => boolean;
}): readonly TalosconfigPlace[] {
  const { flag, env, cwd, isFile } = options;
  const absolute = (path: string) => resolve(cwd, path);
  if (flag !== '') return [{ paths: [absolute(flag)], writable: true }];
  const places: TalosconfigPlace[] = [];
  const variable = env.TALOSCONFIG;
  if (variable) {
    const list = isFile(absolute(variable)) ? [variable] : variable.split(delimiter).filter((path) => path !== '');
    if (list.length > 0) places.push({ paths: list.map(absolute), writable: true });
  }
  const inCluster = { paths: [join(inClusterFolder, 'config')], writable: false };
  try {
    places.push({ paths: [join(talosFolder(env), 'config')], writable: true });
  } catch (error) {
    if (places.length === 0 && !isFile(inCluster.paths[0] ?? '')) throw error;
  }
  // Where earlier versions kept it.
  const { XDG_CONFIG_HOME: xdg } = env;
  if (xdg && isAbsolute(xdg)) places.push({ paths: [join(xdg, 'talos', 'config.yaml')], writable: true });
  places.push(inCluster);
  return places;
}
