import type { Context } from './context.js';
import type { FlagSet, FlagValues } from './flags.js';

/** How many words may follow the command's own words. */
export interface ArgumentRule {
  readonly min: number;
  /** Infinity for any number. */
  readonly max: number;
}

export const noArguments: ArgumentRule = { min: 0, max: 0 };
export const anyArguments: ArgumentRule = { min: 0, max: Number.POSITIVE_INFINITY };
export const exactArguments = (count: number): ArgumentRule => ({ min: count, max: count });
export const rangeArguments = (min: number, max: number): ArgumentRule => ({ min, max });

/**
 * What the command needs to reach nodes, and so which connection flags it takes (talosconfig, nodes, endpoints, cluster,
 * context, siderov1-keys-dir): `flags` takes the six, `none` refuses them.
 */
export type ConnectionNeed = 'none' | 'flags';

/** A word offered by completion, with an optional one-line description. */
export interface Completion {
  readonly value: string;
  readonly description?: string;
}

/** What is to be completed: the arguments before it, what is typed of it, and all flags of the line. */
export interface CompletionRequest {
  readonly args: readonly string[];
  readonly toComplete: string;
  readonly flags: FlagValues;
}

/** Words to offer, and what the shell does besides. */
export interface CompletionAnswer {
  readonly completions: readonly Completion[];
  /** Files or folders of this machine, where no word fits. Default: neither. */
  readonly files?: 'any' | 'folders';
  /** Whether a word may go on, so that no blank follows it. */
  readonly goesOn?: boolean;
}

/**
 * Offers words for an argument or flag value. May go to the nodes; is interrupted when it takes long, and then gives what
 * it has. Its failures are not shown.
 */
export type CompletionProvider = (
  ctx: Context,
  request: CompletionRequest,
) => Promise<readonly Completion[] | CompletionAnswer>;

/** A command that runs: one file under src/commands, the path mirroring the words typed. */
export interface CommandDefinition<F extends FlagSet = FlagSet, O = unknown> {
  /** The words typed, e.g. `etcd snapshot`. */
  readonly words: string;
  /** Usage line without the words of the parents, e.g. `snapshot <path>`. */
  readonly use: string;
  readonly aliases?: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** The text of `--help`; the summary when absent. */
  readonly description?: string;
  readonly examples?: string;
  readonly hidden?: boolean;
  readonly deprecated?: string;
  readonly connection: ConnectionNeed;
  readonly args: ArgumentRule;
  readonly flags: F;
  readonly completeArgs?: CompletionProvider;
  readonly completeFlags?: { readonly [K in keyof F]?: CompletionProvider };
  /**
   * Pure: turns words and flags into what `run` needs, and checks flags against each other. Throws UsageError.
   */
  resolve(args: readonly string[], flags: FlagValues<F>): O;
  run(ctx: Context, options: O): Promise<void>;
}

/** A word that only groups others (`etcd`, `config`): its own file `src/commands/<words>/group.ts`. */
export interface CommandGroup<F extends FlagSet = FlagSet> {
  readonly words: string;
  readonly use: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly connection: ConnectionNeed;
  /** Flags that every command below takes too (pflag's persistent flags). */
  readonly persistentFlags?: F;
}

/** Gives a definition its inferred types; every command file exports `command = defineCommand({…})`. */
export function defineCommand<F extends FlagSet, O>(definition: CommandDefinition<F, O>): CommandDefinition<F, O> {
  return definition;
}

export function defineGroup<F extends FlagSet>(group: CommandGroup<F>): CommandGroup<F> {
  return group;
}
