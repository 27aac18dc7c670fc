// Written by the build, beside this file.

import { completionWords } from '../cli/completion/protocol.js';
import { findCommand } from '../cli/dispatch.js';
import { manifest } from '../cli/manifest.generated.js';
import { buildTree } from '../cli/tree.js';
import wholeProgram from './whole-program.cjs.br' with { type: 'file' };

/** Set by the build: the words of the commands that are compiled ahead. */
declare const COMPILED_COMMANDS: readonly string[];

/**
 * Start of the executable. Compiled ahead are the commands that are run often: all of them would make the file larger
 * than it may be. For the others the whole program is in the file, packed.
 */
if (isCompiled(process.argv.slice(2))) await import('../main.js');
else (await import('./packed.js')).runPacked(wholeProgram);

function isCompiled(words: readonly string[]): boolean {
  const root = buildTree(manifest);
  const typed = completionWords(words)?.words ?? words;
  const { node, rest } = findCommand(root, typed);
  const { entry } = node.name === 'help' ? findCommand(root, rest).node : node;
  return entry.load === undefined || COMPILED_COMMANDS.includes(entry.words);
}
