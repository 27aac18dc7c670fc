import type { CompletionProvider } from '../../cli/command.js';

/** Offers folders of this machine. */
export const completeFolders: CompletionProvider = async () => ({ completions: [], files: 'folders' });
