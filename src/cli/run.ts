import { TalosctlError, UsageError } from '../errors/errors.js';
import type { ArgumentRule, CommandDefinition } from './command.js';
import { answerCompletion, completionWords } from './completion/protocol.js';
import { readConnectionFlags } from './connection-flags.js';
import { type Found, findCommand } from './dispatch.js';
import { parseFlags, requireFlags } from './flag-parser.js';
import type { FlagSet, FlagValues } from './flags.js';
import { flagsOf, helpText, usageText } from './help.js';
import type { Manifest } from './manifest.js';
import { type ContextMaker, createContext, type Surroundings } from './run-context.js';
import { nearest } from './suggestions.js';
import { buildTree, type CommandNode, isListed } from './tree.js';

/** The words typed are wrong; `usage` is the text to print below the message. */
export class WrongWords extends TalosctlError {
  override readonly name = 'UsageError';
  readonly usage: string;
  constructor(error: UsageError, usage: string) {
    super(error.message, { cause: error, ...(error.hint === undefined ? {} : { hint: error.hint }) });
    this.usage = usage;
  }
}

/**
 * Runs the command that the words name. Resolves when it is done, rejects with WrongWords when the words are wrong and
 * with the command's own error when it fails.
 */
export async function run(
  words: readonly string[],
  manifest: Manifest,
  around: Surroundings,
  makeContext: ContextMaker = createContext,
): Promise<void> {
  const root = buildTree(manifest);
  const completion = completionWords(words);
  if (completion !== undefined) return answerCompletion(root, completion, around);
  const { node, rest, nextWord } = findPresent(root, words);
  if (node.name === 'help' && node.parent === root) return printHelpOf(root, rest, around);
  const command = (await node.entry.load?.())?.command;
  try {
    if (command === undefined && nextWord !== undefined) throw unknownCommand(node, nextWord);
    await runFound(node, command, rest, around, makeContext);
  } catch (error) {
    throw error instanceof UsageError ? new WrongWords(error, usageText(node, command)) : error;
  }
}

/** @throws TalosctlError for a command that is not there yet */
function findPresent(root: CommandNode, words: readonly string[]): Found {
  const found = findCommand(root, words);
  if (found.node.entry.planned === true) {
    throw new TalosctlError(`"${found.node.path}" is not there yet: it comes with a later version`);
  }
  return found;
}

async function runFound(
  node: CommandNode,
  command: CommandDefinition | undefined,
  words: readonly string[],
  around: Surroundings,
  makeContext: ContextMaker,
): Promise<void> {
  const { own, inherited } = flagsOf(node, command);
  const flagSet = { ...own, ...inherited };
  if (command?.deprecated !== undefined) {
    await around.stderr.write(`command "${node.path}" is deprecated: ${command.deprecated}\n`);
  }
  const { args, flags, warnings } = parseFlags(words, flagSet);
  for (const warning of warnings) await around.stderr.write(`${warning}\n`);
  if (flags.values['help'] === true) return around.stdout.write(helpText(node, command));
  if (command === undefined) {
    if (args[0] !== undefined) throw unknownCommand(node, args[0]);
    return around.stdout.write(helpText(node, command));
  }
  checkArguments(node, command.args, args);
  requireFlags(flagSet, flags);
  const options = command.resolve(args, only(command.flags, flags));
  const context = makeContext(around, readConnectionFlags(flags));
  try {
    await command.run(context, options);
  } finally {
    await context.close();
  }
}

/** The flags that the command itself names. */
function only(flagSet: FlagSet, { values, changed }: FlagValues): FlagValues {
  const own = Object.entries(values).filter(([name]) => Object.hasOwn(flagSet, name));
  return { values: Object.fromEntries(own), changed };
}

function unknownCommand(node: CommandNode, word: string): UsageError {
  const known = node.children.filter(isListed).map(({ name }) => name);
  const suggestions = nearest(word, known);
  const hint =
    suggestions.length === 0 ? '' : `\n\nDid you mean:\n${suggestions.map((name) => `\t${name}`).join('\n')}`;
  return new UsageError(`unknown command "${word}" for "${node.path}"${hint}`);
}

function checkArguments(node: CommandNode, { min, max }: ArgumentRule, args: readonly string[]): void {
  const extra = args[max];
  if (args.length >= min && extra === undefined) return;
  if (max === 0 && extra !== undefined) throw unknownCommand(node, extra);
  const wanted =
    min === max
      ? `${min}`
      : max === Number.POSITIVE_INFINITY
        ? `at least ${min}`
        : min === 0
          ? `at most ${max}`
          : `${min} to ${max}`;
  throw new UsageError(
    `"${node.path}" takes ${wanted} argument${wanted.endsWith('1') ? '' : 's'}, got ${args.length}: ${node.parent?.path ?? ''} ${node.entry.use}`,
  );
}

async function printHelpOf(root: CommandNode, words: readonly string[], around: Surroundings): Promise<void> {
  const helpNode = root.children.find(({ name }) => name === 'help') ?? root;
  if (words.includes('-h') || words.includes('--help')) return around.stdout.write(helpText(helpNode, undefined));
  const { node, nextWord } = findPresent(root, words);
  const command = (await node.entry.load?.())?.command;
  if (nextWord !== undefined && command === undefined) {
    throw new WrongWords(unknownCommand(node, nextWord), usageText(node, undefined));
  }
  await around.stdout.write(helpText(node, command));
}
