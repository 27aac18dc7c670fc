import { sameContext } from './encode.js';
import { refreshedContext } from './refresh.js';
import { contextNames, type Talosconfig, type TalosconfigContent, type TalosconfigContext } from './talosconfig.js';

/** A context that got another name, since its own was taken. */
export interface ContextRename {
  readonly from: string;
  readonly to: string;
}

export interface MergedTalosconfig {
  readonly config: Talosconfig;
  readonly renames: readonly ContextRename[];
  /** Names of the contexts that were there and are others now: with new credentials, or overwritten. */
  readonly replaced: readonly string[];
}

export interface MergeOptions {
  /** A context of the same name is replaced, whatever it is. */
  readonly overwrite?: boolean;
}

/**
 * Adds the contexts of `source`. One that is there already, field by field, is left alone; one with newer credentials for
 * the same cluster and roles refreshes the old; one whose name is taken by another gets `-1`, `-2`, … behind it. The
 * source's current context becomes the current one, where it exists.
 */
export function mergeTalosconfigs(
  config: Talosconfig,
  source: TalosconfigContent,
  { overwrite = false }: MergeOptions = {},
): MergedTalosconfig {
  const contexts = new Map(config.contexts);
  const names = new Map<string, string>();
  const renames: ContextRename[] = [];
  const replaced: string[] = [];
  for (const from of contextNames(source)) {
    const added = source.contexts.get(from);
    if (added === undefined) continue;
    const { name, context } = overwrite ? { name: from, context: added } : placeFor(contexts, from, added);
    names.set(from, name);
    const old = contexts.get(name);
    if (old === undefined && name !== from) renames.push({ from, to: name });
    if (old !== undefined && !sameContext(old, context)) replaced.push(name);
    contexts.set(name, context);
  }
  const context = names.get(source.context) ?? config.context;
  return { config: { ...config, context, contexts }, renames, replaced };
}

/** The first of the names that is free, or whose context is the same or becomes it. */
function placeFor(
  contexts: ReadonlyMap<string, TalosconfigContext>,
  wanted: string,
  context: TalosconfigContext,
): { readonly name: string; readonly context: TalosconfigContext } {
  for (let suffix = 0; ; suffix += 1) {
    const name = suffix === 0 ? wanted : `${wanted}-${suffix}`;
    const taken = contexts.get(name);
    if (taken === undefined || sameContext(taken, context)) return { name, context };
    const refreshed = refreshedContext(taken, context);
    if (refreshed !== undefined) return { name, context: refreshed };
  }
}
