import type { Output } from '../../terminal/streams.js';
import type { CommandDefinition, Completion, CompletionAnswer, CompletionProvider } from '../command.js';
import { connectionFlags, readConnectionFlags } from '../connection-flags.js';
import { findCommand } from '../dispatch.js';
import { type ParsedLine, parseFlags, shortNames } from '../flag-parser.js';
import { isShown } from '../flag-usage.js';
import { bareValue } from '../flag-value.js';
import type { Flag, FlagSet, FlagValues } from '../flags.js';
import { flagsOf } from '../help.js';
import { createContext, type Surroundings } from '../run-context.js';
import { type CommandNode, isListed } from '../tree.js';
import { connectionValues } from './connection-values.js';
import { Directive } from './directive.js';

/** Milliseconds after which a provider is interrupted, and after which nobody waits for what it still has to offer. */
const providerLimit = 800;
const patience = 100;

export interface Completions {
  readonly completions: readonly Completion[];
  /** Bits of Directive. */
  readonly directive: number;
}

const nothing: Completions = { completions: [], directive: Directive.noFiles };

/** The words that may stand where the last of `words` stands. */
export async function complete(
  root: CommandNode,
  words: readonly string[],
  around: Surroundings,
): Promise<Completions> {
  const before = words.slice(0, -1);
  const toComplete = words.at(-1) ?? '';
  const { node, rest, nextWord } = findCommand(root, before);
  if (node.name === 'help' && node.parent === root) return completeHelp(root, rest, toComplete);
  const command = (await node.entry.load?.())?.command;
  if (command === undefined && nextWord !== undefined) return nothing;
  const { own, inherited } = flagsOf(node, command);
  // Flags of connections may stand before the words.
  const flagSet = { ...(command === undefined ? connectionFlags : {}), ...own, ...inherited };
  const afterDashes = rest.includes('--');
  const pending = afterDashes ? undefined : flagAwaitingValue(flagSet, rest, toComplete);
  const parsed = parse(command, pending?.rest ?? rest, flagSet);
  if (parsed.flags.values['help'] === true) return nothing;
  const run: ProviderRun = { around, flags: parsed.flags, args: parsed.args };
  if (pending !== undefined) return completeFlagValue(command, pending, run);
  if (toComplete.startsWith('-') && !toComplete.includes('=') && !afterDashes) {
    return completeFlagNames({ ...inherited, ...own }, parsed.flags, toComplete);
  }
  return completeArgument(node, command, flagSet, toComplete, run);
}

/** Reads the line so far. Before the command is known, its flags are not, and do no harm. */
function parse(command: CommandDefinition | undefined, words: readonly string[], flagSet: FlagSet): ParsedLine {
  try {
    return parseFlags(words, flagSet);
  } catch (error) {
    if (command !== undefined) throw error;
    return parseFlags([], flagSet);
  }
}

interface PendingFlag {
  readonly name: string;
  readonly flag: Flag;
  /** The words without the flag that waits. */
  readonly rest: readonly string[];
  readonly toComplete: string;
}

/** The flag whose value is being typed: `--flag=val`, `-f=val`, `--flag val`, `-f val`. */
function flagAwaitingValue(flagSet: FlagSet, rest: readonly string[], toComplete: string): PendingFlag | undefined {
  const find = (word: string): { name: string; flag: Flag } | undefined => {
    const name = word.startsWith('--') ? word.slice(2) : shortNames(flagSet).get(word.slice(-1));
    const flag = name !== undefined && Object.hasOwn(flagSet, name) ? flagSet[name] : undefined;
    return name === undefined || flag === undefined ? undefined : { name, flag };
  };
  const equals = toComplete.indexOf('=');
  if (toComplete.startsWith('-')) {
    const found = equals < 0 ? undefined : find(toComplete.slice(0, equals));
    return found && { ...found, rest, toComplete: toComplete.slice(equals + 1) };
  }
  const last = rest.at(-1) ?? '';
  if (!/^-[^-]|^--./.test(last) || last.includes('=')) return undefined;
  const found = find(last);
  return found && bareValue(found.flag) === undefined ? { ...found, rest: rest.slice(0, -1), toComplete } : undefined;
}

interface ProviderRun {
  readonly around: Surroundings;
  readonly flags: FlagValues;
  readonly args: readonly string[];
}

async function completeFlagValue(
  command: CommandDefinition | undefined,
  { name, flag, toComplete }: PendingFlag,
  run: ProviderRun,
): Promise<Completions> {
  if (flag.kind === 'enum')
    return startingWith(
      flag.values.map((value) => ({ value })),
      toComplete,
    );
  if (flag.kind === 'bool') return startingWith([{ value: 'true' }, { value: 'false' }], toComplete);
  const provider = command?.completeFlags?.[name] ?? connectionProvider(name, flag);
  if (provider === undefined) return { completions: [], directive: Directive.default };
  return flag.kind === 'stringSlice' ? askForItem(provider, toComplete, run) : ask(provider, toComplete, run);
}

function connectionProvider(name: string, flag: Flag): CompletionProvider | undefined {
  const known: Readonly<Record<string, Flag>> = connectionFlags;
  const providers: Readonly<Record<string, CompletionProvider>> = connectionValues;
  return known[name] === flag ? providers[name] : undefined;
}

/** Completes the last item of a comma list; what stands in it already is not offered again. */
async function askForItem(provider: CompletionProvider, toComplete: string, run: ProviderRun): Promise<Completions> {
  const before = toComplete.slice(0, toComplete.lastIndexOf(',') + 1);
  const answer = await ask(provider, toComplete.slice(before.length), run);
  const taken = before.split(',');
  return {
    ...answer,
    completions: answer.completions
      .filter(({ value }) => !taken.includes(value))
      .map((completion) => ({ ...completion, value: before + completion.value })),
  };
}

function completeFlagNames(flagSet: FlagSet, flags: FlagValues, toComplete: string): Completions {
  const open = Object.entries(flagSet).filter(
    ([name, flag]) =>
      isShown(flag) && (!flags.changed(name) || flag.kind === 'stringSlice' || flag.kind === 'stringArray'),
  );
  const names = (entries: readonly [string, Flag][]): Completion[] =>
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, { short, help }]) => [
        { value: `--${name}`, description: help },
        ...(short === undefined ? [] : [{ value: `-${short}`, description: help }]),
      ])
      .filter(({ value }) => value.startsWith(toComplete));
  const required = names(open.filter(([, flag]) => flag.required));
  return { completions: required.length > 0 ? required : names(open), directive: Directive.noFiles };
}

async function completeArgument(
  node: CommandNode,
  command: CommandDefinition | undefined,
  flagSet: FlagSet,
  toComplete: string,
  run: ProviderRun,
): Promise<Completions> {
  const commands = run.args.length === 0 ? listedCommands(node) : [];
  const required = Object.entries(flagSet)
    .filter(([name, flag]) => flag.required === true && isShown(flag) && !run.flags.changed(name))
    .map(([name, { help }]) => ({ value: `--${name}`, description: help }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
  const known = startingWith([...commands, ...required], toComplete);
  const provider = command?.completeArgs;
  if (provider !== undefined) {
    const answer = await ask(provider, toComplete, run);
    return { completions: [...known.completions, ...answer.completions], directive: answer.directive };
  }
  const takesMore = command !== undefined && run.args.length < command.args.max;
  return takesMore && commands.length === 0 ? { ...known, directive: Directive.default } : known;
}

function listedCommands(node: CommandNode): Completion[] {
  return node.children.filter(isListed).map(({ name, entry }) => ({ value: name, description: entry.summary }));
}

function completeHelp(root: CommandNode, words: readonly string[], toComplete: string): Completions {
  const { node, rest } = findCommand(root, words);
  return rest.length > 0 ? nothing : startingWith(listedCommands(node), toComplete);
}

function startingWith(completions: readonly Completion[], toComplete: string): Completions {
  return {
    completions: completions.filter(({ value }) => value.startsWith(toComplete)),
    directive: Directive.noFiles,
  };
}

/**
 * Asks a provider, which may go to the nodes for its answer. When time is up it is interrupted, and may still give what it
 * has; one that fails has nothing to offer.
 */
async function ask(provider: CompletionProvider, toComplete: string, run: ProviderRun): Promise<Completions> {
  const limit = new AbortController();
  const signal = AbortSignal.any([run.around.signal, limit.signal]);
  const around = { ...run.around, stderr: silent, signal };
  const context = createContext(around, readConnectionFlags(run.flags), { endsAtOnce: true });
  const interrupt = setTimeout(() => limit.abort(), providerLimit);
  let giveUp: NodeJS.Timeout | undefined;
  const tooLate = new Promise<readonly Completion[]>((resolve) => {
    giveUp = setTimeout(() => resolve([]), providerLimit + patience);
  });
  try {
    const { args, flags } = run;
    return shown(await Promise.race([provider(context, { args, flags, toComplete }), tooLate]), toComplete);
  } catch {
    return nothing;
  } finally {
    clearTimeout(interrupt);
    clearTimeout(giveUp);
    limit.abort();
    await context.close();
  }
}

function shown(offered: readonly Completion[] | CompletionAnswer, toComplete: string): Completions {
  const answer: CompletionAnswer = 'completions' in offered ? offered : { completions: offered };
  const files = { any: Directive.default, folders: Directive.onlyFolders, none: Directive.noFiles };
  const { completions } = startingWith(answer.completions, toComplete);
  return { completions, directive: files[answer.files ?? 'none'] | (answer.goesOn === true ? Directive.noSpace : 0) };
}

/** Warnings, e.g. of a certificate that will expire, are not for someone who is typing. */
const silent: Output = { isTerminal: false, columns: undefined, colour: false, write: async () => undefined };
