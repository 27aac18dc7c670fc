import type { Completion, CompletionProvider } from '../../cli/command.js';
import { contextNames } from '../../talosconfig/talosconfig.js';

/** Offers the contexts of the client configuration for the first argument. */
export const completeContexts: CompletionProvider = async (ctx, { args }) => {
  if (args.length > 0) return [];
  return contextNames(await ctx.talosconfig()).map((value): Completion => ({ value }));
};
