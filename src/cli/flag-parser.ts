import { UsageError } from '../errors/errors.js';
import { bareValue, readValue, type Value } from './flag-value.js';
import type { Flag, FlagSet, FlagValues } from './flags.js';
import { nearest } from './suggestions.js';

/** A command line, read. */
export interface ParsedLine {
  /** The words that are neither flags nor their values; everything after `--` is among them. */
  readonly args: readonly string[];
  /** How many of the args stood before `--`; undefined without one. */
  readonly argsBeforeDash: number | undefined;
  readonly flags: FlagValues;
  /** Deprecated flags that were used, in the order typed: lines for stderr. */
  readonly warnings: readonly string[];
}

/**
 * Reads flags and words as pflag does: flags anywhere, `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`,
 * short flags in one word, and `--` before words that only look like flags. Throws UsageError.
 */
export function parseFlags(words: readonly string[], flagSet: FlagSet): ParsedLine {
  const reader = new LineReader(words, flagSet);
  reader.read();
  return reader.result();
}

class LineReader {
  readonly #queue: string[];
  readonly #flagSet: FlagSet;
  readonly #byShort: ReadonlyMap<string, string>;
  readonly #given = new Map<string, Value>();
  readonly #args: string[] = [];
  readonly #warnings: string[] = [];
  #argsBeforeDash: number | undefined;

  constructor(words: readonly string[], flagSet: FlagSet) {
    this.#queue = [...words];
    this.#flagSet = flagSet;
    this.#byShort = shortNames(flagSet);
  }

  read(): void {
    for (let word = this.#queue.shift(); word !== undefined; word = this.#queue.shift()) {
      if (word === '--') {
        this.#argsBeforeDash = this.#args.length;
        this.#args.push(...this.#queue);
        return;
      }
      if (word.startsWith('--')) this.#readLong(word);
      else if (word.startsWith('-') && word.length > 1) this.#readShort(word.slice(1), word);
      else this.#args.push(word);
    }
  }

  result(): ParsedLine {
    const values = Object.fromEntries(
      Object.entries(this.#flagSet).map(([name, flag]) => [name, this.#given.get(name) ?? flag.default]),
    );
    return {
      args: this.#args,
      argsBeforeDash: this.#argsBeforeDash,
      flags: { values, changed: (name) => this.#given.has(name) },
      warnings: this.#warnings,
    };
  }

  #readLong(word: string): void {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    if (name === '' || name.startsWith('-')) throw new UsageError(`${word} is no flag: a name must follow the dashes`);
    const flag = Object.hasOwn(this.#flagSet, name) ? this.#flagSet[name] : undefined;
    if (flag === undefined) throw new UsageError(`unknown flag --${name}${this.#suggestion(name)}`);
    if (equals >= 0) this.#set(name, flag, word.slice(equals + 1));
    else this.#set(name, flag, bareValue(flag) ?? this.#nextWord(`--${name}`));
  }

  /** Reads the letters of one word such as `-vf=name` or `-nvalue`, one flag after the other. */
  #readShort(letters: string, word: string): void {
    const [letter = ''] = letters;
    const rest = letters.slice(letter.length);
    const name = this.#byShort.get(letter);
    const flag = name === undefined ? undefined : this.#flagSet[name];
    if (name === undefined || flag === undefined) {
      throw new UsageError(`unknown flag -${letter}${word.length > 2 ? ` in ${word}` : ''}`);
    }
    const bare = bareValue(flag);
    if (rest.length > 1 && rest.startsWith('=')) {
      this.#set(name, flag, rest.slice(1));
    } else if (bare !== undefined) {
      this.#set(name, flag, bare);
      if (rest !== '') this.#readShort(rest, word);
    } else {
      this.#set(name, flag, rest === '' ? this.#nextWord(`-${letter}`) : rest);
    }
  }

  #nextWord(flagWord: string): string {
    const word = this.#queue.shift();
    if (word === undefined) throw new UsageError(`flag ${flagWord} needs a value after it`);
    return word;
  }

  #set(name: string, flag: Flag, text: string): void {
    let value: Value;
    try {
      value = readValue(flag, text, this.#given.get(name));
    } catch (error) {
      const names = flag.short === undefined ? `--${name}` : `-${flag.short}, --${name}`;
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`invalid value "${text}" for flag ${names}: ${reason}`, { cause: error });
    }
    if (flag.deprecated !== undefined) this.#warnings.push(`flag --${name} is deprecated: ${flag.deprecated}`);
    this.#given.set(name, value);
  }

  #suggestion(name: string): string {
    const known = Object.keys(this.#flagSet).filter((other) => this.#flagSet[other]?.hidden !== true);
    const [best] = nearest(name, known);
    return best === undefined ? '' : `, did you mean --${best}?`;
  }
}

/** Long names by their letter. The first flag with a letter keeps it: a command's own flags stand before inherited ones. */
export function shortNames(flagSet: FlagSet): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, { short }] of Object.entries(flagSet)) {
    if (short !== undefined && !names.has(short)) names.set(short, name);
  }
  return names;
}

/** Throws UsageError when a required flag is missing. */
export function requireFlags(flagSet: FlagSet, flags: FlagValues): void {
  const missing = Object.entries(flagSet)
    .filter(([name, flag]) => flag.required === true && !flags.changed(name))
    .map(([name]) => `--${name}`)
    .sort();
  if (missing.length > 0) {
    throw new UsageError(`required ${missing.length === 1 ? 'flag' : 'flags'} ${missing.join(', ')} not set`);
  }
}
