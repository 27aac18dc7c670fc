import type { CompletionProvider } from '../../cli/command.js';
import { completeContextNames } from '../../cli/completion/connection-values.js';

/** Offers the contexts of the client configuration for the first argument. */
export const completeContexts: CompletionProvider = async (ctx, request) =>
  request.args.length > 0 ? [] : completeContextNames(ctx, request);
