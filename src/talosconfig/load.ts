import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { TalosctlError } from '../errors/errors.js';
import { reason } from '../files/atomic.js';
import { parseTalosconfig } from './parse.js';
import { type TalosconfigPlace, talosconfigPlaces } from './paths.js';
import type { Talosconfig, TalosconfigContext, TalosconfigFile } from './talosconfig.js';

export interface LoadOptions {
  /** The value of `--talosconfig`, empty when not given. */
  readonly flag: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start. */
  readonly cwd: string;
}

/**
 * Reads the client configuration that flag and environment point to. Where there is none yet, it is an empty one at the
 * place where it would be written; nothing is made on disk.
 * @throws TalosctlError for files that cannot be read or are malformed
 */
export async function loadTalosconfig(options: LoadOptions): Promise<Talosconfig> {
  const places = talosconfigPlaces({ ...options, isFile });
  const place = places.find(({ paths }) => paths.some(exists)) ?? places.find(({ writable }) => writable);
  if (place === undefined) throw new TalosctlError('there is no place for a talosconfig');
  return readPlace(place);
}

/** Reads one talosconfig file; it must exist. */
export async function readTalosconfig(path: string): Promise<TalosconfigFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new TalosctlError(`cannot read the talosconfig ${path}: ${reason(error)}`, { cause: error });
  }
  return { path, ...parseTalosconfig(text, path) };
}

async function readPlace(place: TalosconfigPlace): Promise<Talosconfig> {
  const [path = ''] = place.paths;
  const present = await Promise.all(place.paths.filter(exists).map(readTalosconfig));
  const { writable } = place;
  if (place.paths.length === 1 || present.length === 0) {
    return { context: '', contexts: new Map(), ...present[0], path, exists: present.length > 0, writable };
  }
  const contexts = new Map<string, TalosconfigContext>();
  for (const file of present) {
    for (const [name, context] of file.contexts) if (!contexts.has(name)) contexts.set(name, context);
  }
  const context = present.find((file) => file.context !== '')?.context ?? '';
  return { path, context, contexts, exists: true, writable, files: present };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
