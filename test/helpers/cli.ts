import type { CommandDefinition } from '../../src/cli/command.js';
import type { Context } from '../../src/cli/context.js';
import type { FlagSet } from '../../src/cli/flags.js';
import type { Manifest, ManifestEntry } from '../../src/cli/manifest.js';
import { report } from '../../src/cli/report.js';
import { run } from '../../src/cli/run.js';
import { createContext, type Surroundings } from '../../src/cli/run-context.js';
import { systemClock } from '../../src/terminal/clock.js';
import type { Input, Output } from '../../src/terminal/streams.js';
import { CapturedOutput, textInput } from './streams.js';

/** What surrounds a command under test. Nothing of the real surroundings reaches it unless given here. */
export interface CliOptions {
  /** Default: only HOME, a folder that does not exist. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: `/`. */
  readonly cwd?: string;
  /** Default: empty, no terminal. */
  readonly stdin?: string | Buffer | Input;
  /** Makes stdout a terminal. */
  readonly terminal?: { readonly columns?: number };
  /** Takes what the command prints; the result's stdout is empty then. */
  readonly stdout?: Output;
  readonly clock?: Context['clock'];
  readonly signal?: AbortSignal;
  /** Messages go to a terminal. */
  readonly messageTerminal?: { readonly columns: number };
  readonly self?: readonly string[];
  readonly editor?: Context['editor'];
  readonly session?: Context['session'];
  /** Takes the place of the accessor of the same name. */
  readonly client?: Context['client'];
  readonly talosconfig?: Context['talosconfig'];
  readonly confirm?: Context['confirm'];
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The very bytes of stdout. */
  readonly stdoutBytes: Buffer;
  /** What the command failed with; its words are in `stderr`. */
  readonly error: unknown;
}

/**
 * Runs the command line `talosctl <words>` in this process, from parsing to the exit status, with every command of the
 * generated manifest at hand.
 */
export async function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { manifest } = await import('../../src/cli/manifest.generated.js');
  return runManifest(manifest, words, options);
}

/** Runs one command alone: `args` are what follows the command's own words. */
export function runCommand<F extends FlagSet, O>(
  command: CommandDefinition<F, O>,
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const definition = command as unknown as CommandDefinition;
  const words = definition.words.split(' ');
  const groups: ManifestEntry[] = words.slice(0, -1).map((word, index) => ({
    words: words.slice(0, index + 1).join(' '),
    use: word,
    summary: '',
    connection: 'none',
  }));
  const manifest = [...groups, { ...definition, load: async () => ({ command: definition }) }];
  return runManifest(manifest, [...words, ...args], options);
}

/** Runs a command line over the given commands. */
export async function runManifest(
  manifest: Manifest,
  words: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const stdout = new CapturedOutput(options.terminal);
  const stderr = new CapturedOutput(options.messageTerminal);
  const { client, talosconfig, confirm } = options;
  const given = Object.fromEntries(Object.entries({ client, talosconfig, confirm }).filter(([, value]) => value));
  const around = { ...surroundings(options), stdout: options.stdout ?? stdout, stderr };
  let error: unknown;
  let code = 0;
  try {
    await run(words, manifest, around, (these, connection) => ({ ...createContext(these, connection), ...given }));
  } catch (thrown) {
    error = thrown;
    code = 1;
    await stderr.write(report(thrown, { debug: false }));
  }
  return { code, stdout: stdout.text, stderr: stderr.text, stdoutBytes: stdout.bytes, error };
}

function surroundings(options: CliOptions): Omit<Surroundings, 'stdout' | 'stderr'> {
  const { stdin = '' } = options;
  return {
    stdin: typeof stdin === 'string' || Buffer.isBuffer(stdin) ? textInput(stdin) : stdin,
    env: options.env ?? { HOME: '/nonexistent' },
    runtime: 'node v20.0.0',
    cwd: options.cwd ?? '/',
    clock: options.clock ?? systemClock,
    signal: options.signal ?? new AbortController().signal,
    self: options.self ?? ['talosctl'],
    editor: options.editor ?? {
      edit: async () => {
        throw new Error('this test gives no editor');
      },
    },
    session: options.session ?? (() => ({ size: undefined, listen: () => {}, close: () => {} })),
  };
}
