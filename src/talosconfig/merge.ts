import { sameContext } from './encode.js';
import { contextNames, type Talosconfig, type TalosconfigContent, type TalosconfigContext } from './talosconfig.js';

/** A context that got another name, since its own was taken. */
export interface ContextRename {
  readonly from: string;
  readonly to: string;
}

/**
 * Adds the contexts of `source`. One that is there already, field by field, is left alone; one whose name is taken by
 * another gets `-1`, `-2`, … behind it. The source's current context becomes the current one, where it exists.
 */
export function mergeTalosconfigs(
  config: Talosconfig,
  source: TalosconfigContent,
): { readonly config: Talosconfig; readonly renames: readonly ContextRename[] } {
  const contexts = new Map(config.contexts);
  const names = new Map<string, string>();
  const renames: ContextRename[] = [];
  for (const from of contextNames(source)) {
    const context = source.contexts.get(from);
    if (context === undefined) continue;
    const to = freeName(contexts, from, context);
    names.set(from, to);
    if (to !== from && !contexts.has(to)) renames.push({ from, to });
    contexts.set(to, context);
  }
  const context = names.get(source.context) ?? config.context;
  return { config: { ...config, context, contexts }, renames };
}

function freeName(
  contexts: ReadonlyMap<string, TalosconfigContext>,
  name: string,
  context: TalosconfigContext,
): string {
  for (let suffix = 0; ; suffix += 1) {
    const candidate = suffix === 0 ? name : `${name}-${suffix}`;
    const taken = contexts.get(candidate);
    if (taken === undefined || sameContext(taken, context)) return candidate;
  }
}
