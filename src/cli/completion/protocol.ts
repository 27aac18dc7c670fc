import { printableField } from '../../errors/control-characters.js';
import type { Completion } from '../command.js';
import type { Surroundings } from '../run-context.js';
import type { CommandNode } from '../tree.js';
import { complete } from './complete.js';
import { Directive, describeDirective } from './directive.js';

/** A shell's request: the words typed so far, the last one being the word to complete. */
export interface ShellRequest {
  readonly words: readonly string[];
  readonly descriptions: boolean;
}

/** The request that the command line makes, undefined when it makes none. */
export function completionWords(words: readonly string[]): ShellRequest | undefined {
  const [first, ...rest] = words;
  if (first === '__complete') return { words: rest, descriptions: true };
  if (first === '__completeNoDesc') return { words: rest, descriptions: false };
  return undefined;
}

/**
 * Answers as cobra does: one word a line, a tab before its description, and last a line `:<directive>` that says what the
 * shell shall do with them, which stderr says once more by name. Never fails: without an answer the shell gets an empty one.
 */
export async function answerCompletion(root: CommandNode, request: ShellRequest, around: Surroundings): Promise<void> {
  const { completions, directive } = await complete(root, request.words, around).catch(() => ({
    completions: [],
    directive: Directive.error,
  }));
  const lines = completions.filter(isOneLine).map((completion) => line(completion, request.descriptions));
  await around.stdout.write(`${[...lines, `:${directive}`].join('\n')}\n`);
  await around.stderr.write(`${describeDirective(directive)}\n`);
}

/** Names that nodes send may hold anything; a shell takes only words of one line. */
function isOneLine({ value }: Completion): boolean {
  return value !== '' && printableField(value) === value;
}

function line({ value, description }: Completion, descriptions: boolean): string {
  const text = printableField(description?.split('\n', 1)[0]?.trim() ?? '');
  return descriptions && text !== '' ? `${value}\t${text}` : value;
}
