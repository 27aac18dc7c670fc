import type { CommandDefinition } from './command.js';
import { connectionFlags } from './connection-flags.js';
import { flagLines, isShown } from './flag-usage.js';
import { type FlagSet, flag } from './flags.js';
import { headings } from './headings.js';
import { type CommandNode, inheritedFlags, isListed, ownPersistentFlags, programName } from './tree.js';

const narrowestNames = 11;

/** The flags that a command takes: its own, shown under Flags, and those of the words above, under Global Flags. */
export interface CommandFlags {
  readonly own: FlagSet;
  readonly inherited: FlagSet;
}

/** `command` is the loaded definition of a command that runs. */
export function flagsOf(node: CommandNode, command: CommandDefinition | undefined): CommandFlags {
  const above = inheritedFlags(node);
  const connecting = command?.connection === 'flags' && !Object.hasOwn(above, 'nodes');
  const own: FlagSet = {
    ...(connecting ? connectionFlags : {}),
    ...ownPersistentFlags(node),
    ...command?.flags,
    help: flag.bool(`help for ${node.name}`, { short: 'h' }),
  };
  return split(own, above);
}

/** A flag that a command repeats from the words above, to have it typed, stays theirs. */
function split(own: FlagSet, above: FlagSet): CommandFlags {
  const repeats = (name: string): boolean =>
    Object.hasOwn(above, name) && above[name]?.kind === own[name]?.kind && above[name]?.short === own[name]?.short;
  return {
    own: Object.fromEntries(Object.entries(own).filter(([name]) => !repeats(name))),
    inherited: Object.fromEntries(
      Object.entries(above)
        .filter(([name]) => repeats(name) || !Object.hasOwn(own, name))
        .map(([name, inherited]) => [name, own[name] ?? inherited]),
    ),
  };
}

/** The text of `--help`. */
export function helpText(node: CommandNode, command: CommandDefinition | undefined): string {
  const { description, summary } = command ?? node.entry;
  const text = (description ?? summary).trimEnd();
  return `${text === '' ? '' : `${text}\n\n`}${usageText(node, command)}`;
}

/** The usage: how to call the command, its aliases, examples, sub-commands and flags. */
export function usageText(node: CommandNode, command: CommandDefinition | undefined): string {
  const listed = node.children.filter(isListed);
  const flags = flagsOf(node, command);
  const sections = [
    usageLines(node, listed.length > 0),
    aliasLines(node),
    exampleLines(command),
    ...commandLists(node, listed),
    section('Flags:', flagLines(flags.own)),
    section('Global Flags:', flagLines(flags.inherited)),
    listed.length === 0 ? [] : [`Use "${node.path} [command] --help" for more information about a command.`],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

function usageLines(node: CommandNode, hasCommands: boolean): string[] {
  const lines = ['Usage:'];
  if (node.entry.load !== undefined || node.name === 'help') {
    const line = node.parent === undefined ? node.entry.use : `${node.parent.path} ${node.entry.use}`;
    lines.push(`  ${line}${line.includes('[flags]') ? '' : ' [flags]'}`);
  }
  if (hasCommands) lines.push(`  ${node.path} [command]`);
  return lines;
}

function aliasLines(node: CommandNode): string[] {
  const aliases = node.entry.aliases ?? [];
  return aliases.length === 0 ? [] : ['Aliases:', `  ${[node.name, ...aliases].join(', ')}`];
}

function exampleLines(command: CommandDefinition | undefined): string[] {
  return command?.examples === undefined ? [] : ['Examples:', command.examples.replace(/^\n+|\s+$/g, '')];
}

function commandLists(node: CommandNode, listed: readonly CommandNode[]): string[][] {
  if (listed.length === 0) return [];
  const width = Math.max(narrowestNames, ...node.children.map(({ name }) => name.length));
  const lines = (nodes: readonly CommandNode[]): string[] =>
    nodes.map(({ name, entry }) => `  ${name.padEnd(width)} ${entry.summary}`.trimEnd());
  if (node.path !== programName) return [section('Available Commands:', lines(listed))];
  return headings.map(({ title, holds }) => section(title, lines(listed.filter(({ name }) => holds(name)))));
}

/** Names of the flags that completion offers, in order. */
export function shownFlagNames(flagSet: FlagSet): string[] {
  return Object.keys(flagSet).filter((name) => {
    const candidate = flagSet[name];
    return candidate !== undefined && isShown(candidate);
  });
}
