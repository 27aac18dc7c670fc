import { TalosctlError } from '../errors/errors.js';
import { writeFileAtomically } from '../files/atomic.js';
import { encodeTalosconfig } from './encode.js';
import type { Talosconfig, TalosconfigContent, TalosconfigContext, TalosconfigFile } from './talosconfig.js';

/**
 * Writes the client configuration back, atomically and readable by its owner only. Of several files those are written
 * that change: a context stays in the file it came from, a new one and the current context go to the first.
 */
export async function saveTalosconfig(config: Talosconfig): Promise<void> {
  if (config.writable === false) {
    throw new TalosctlError(`${config.path} may not be written: it is mounted into the pod by Talos`, {
      hint: 'name another file with --talosconfig',
    });
  }
  if (config.files === undefined) return writeFileAtomically(config.path, encodeTalosconfig(config));
  for (const { path, content } of splitByFile(config, config.files)) {
    await writeFileAtomically(path, encodeTalosconfig(content));
  }
}

/** What each file shall hold from now on; files that stay as they are, are not among them. */
function splitByFile(
  config: Talosconfig,
  files: readonly TalosconfigFile[],
): readonly { readonly path: string; readonly content: TalosconfigContent }[] {
  const first: TalosconfigFile = files.find(({ path }) => path === config.path) ?? {
    path: config.path,
    context: '',
    contexts: new Map(),
  };
  const all = files.includes(first) ? files : [first, ...files];
  const owner = new Map<string, TalosconfigFile>();
  for (const file of files) {
    for (const name of file.contexts.keys()) if (!owner.has(name)) owner.set(name, file);
  }
  const current = files.find(({ context }) => context !== '') ?? first;
  return all.flatMap((file) => {
    const contexts = new Map<string, TalosconfigContext>();
    for (const [name, hidden] of file.contexts) {
      const context = owner.get(name) === file ? config.contexts.get(name) : hidden;
      if (context !== undefined) contexts.set(name, context);
    }
    if (file === first) {
      for (const [name, context] of config.contexts) if (!owner.has(name)) contexts.set(name, context);
    }
    const content = { ...file, contexts, context: file === current ? config.context : file.context };
    return encodeTalosconfig(content) === encodeTalosconfig(file) ? [] : [{ path: file.path, content }];
  });
}
