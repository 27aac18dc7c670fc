import { shortNames } from './flag-parser.js';
import { bareValue } from './flag-value.js';
import type { FlagSet } from './flags.js';
import { type CommandNode, findChild, inheritedFlags, ownPersistentFlags } from './tree.js';

/** The command that the words name, and the words that are left for it. */
export interface Found {
  readonly node: CommandNode;
  readonly rest: readonly string[];
  /** The first of the words left that is neither a flag nor a flag's value. */
  readonly nextWord: string | undefined;
}

/**
 * Finds the command as cobra does: words are taken one by one, flags in between stay for the command. A flag that is not
 * known yet, or that takes a value, swallows the word after it (`talosctl -n 10.5.0.2 version`).
 */
export function findCommand(node: CommandNode, words: readonly string[]): Found {
  const index = firstWord(words, knownFlags(node));
  const word = index === undefined ? undefined : words[index];
  const child = word === undefined ? undefined : findChild(node, word);
  if (child === undefined) return { node, rest: words, nextWord: word };
  return findCommand(child, [...words.slice(0, index), ...words.slice((index ?? 0) + 1)]);
}

function knownFlags(node: CommandNode): FlagSet {
  return { ...inheritedFlags(node), ...ownPersistentFlags(node) };
}

/** Where the first word stands that is neither a flag nor a flag's value. */
function firstWord(words: readonly string[], flagSet: FlagSet): number | undefined {
  const short = shortNames(flagSet);
  const standsAlone = (name: string | undefined): boolean => {
    if (name === 'help') return true;
    const flag = name !== undefined && Object.hasOwn(flagSet, name) ? flagSet[name] : undefined;
    return flag !== undefined && bareValue(flag) !== undefined;
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') return undefined;
    if (word.startsWith('--')) {
      if (!word.includes('=') && !standsAlone(word.slice(2))) index++;
    } else if (word.startsWith('-')) {
      if (word.length === 2 && !standsAlone(word === '-h' ? 'help' : short.get(word.slice(1)))) index++;
    } else if (word !== '') {
      return index;
    }
  }
  return undefined;
}
