import { readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CommandDefinition, CommandGroup } from '../cli/command.js';
import type { ManifestEntry } from '../cli/manifest.js';
import { planned } from './planned.js';

/**
 * Writes src/cli/manifest.generated.ts: what dispatch, help lists and suggestions need of every file under src/commands,
 * and for each command the import that loads it; and which commands come later. Prints which files cannot be loaded, leaves them out and fails.
 */
const sourceFolder = fileURLToPath(new URL('..', import.meta.url));
const commandsFolder = join(sourceFolder, 'commands');
const target = join(sourceFolder, 'cli', 'manifest.generated.ts');

interface Found {
  readonly entry: ManifestEntry;
  /** Module of a command that runs, relative to the manifest. */
  readonly module: string | undefined;
}

async function commandFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'shared' ? [] : commandFiles(path);
      return entry.name.endsWith('.ts') ? [path] : [];
    }),
  );
  return nested.flat().sort();
}

async function describe(path: string): Promise<Found> {
  const exported = (await import(pathToFileURL(path).href)) as { command?: CommandDefinition; group?: CommandGroup };
  const place = relative(commandsFolder, path).split(sep).join('/').replace(/\.ts$/, '');
  const definition = exported.command ?? exported.group;
  if (definition === undefined) throw new Error('it exports neither `command` nor `group`');
  const words = place.replace(/(^|\/)group$/, '').replaceAll('/', ' ');
  if (definition.words !== words) throw new Error(`its words are "${definition.words}", its place says "${words}"`);
  const { use, aliases, summary, description, hidden, connection } = definition;
  const { persistentFlags } = exported.group ?? {};
  return {
    entry: {
      words,
      use,
      ...(aliases === undefined || aliases.length === 0 ? {} : { aliases }),
      summary,
      ...(description === undefined || exported.command !== undefined ? {} : { description }),
      ...(hidden === true ? { hidden } : {}),
      connection,
      ...(persistentFlags === undefined ? {} : { persistentFlags }),
    },
    module: exported.command === undefined ? undefined : `../commands/${place}.js`,
  };
}

/** What is not there yet: the commands, and the words that group nothing else. */
function plannedEntries(present: readonly Found[]): readonly Found[] {
  const there = new Set(present.map(({ entry }) => entry.words));
  const words = Object.keys(planned)
    .flatMap(withGroups)
    .filter((each) => !there.has(each));
  return [...new Set(words)].map((each) => {
    const summary = planned[each] ?? '';
    const use = each.slice(each.lastIndexOf(' ') + 1);
    return { entry: { words: each, use, summary, planned: true, connection: 'none' }, module: undefined };
  });
}

/** `gen secureboot uki` as `gen`, `gen secureboot` and `gen secureboot uki`. */
function withGroups(words: string): readonly string[] {
  const parts = words.split(' ');
  return parts.map((_, index) => parts.slice(0, index + 1).join(' '));
}

function print({ entry, module }: Found): string {
  const data = JSON.stringify(entry);
  if (module === undefined) return `  ${data},`;
  return `  { ...${data}, load: () => import('${module}') },`.replace('{ ...{', '{ ').replace('}, load', ', load');
}

async function main(): Promise<void> {
  const files = await commandFiles(commandsFolder);
  const found: Found[] = [];
  for (const file of files) {
    try {
      found.push(await describe(file));
    } catch (error) {
      process.stderr.write(`${relative(sourceFolder, file)}: ${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  }
  const text = [
    '// Written by src/build/manifest.ts; do not edit.',
    "import type { Manifest } from './manifest.js';",
    '',
    'export const manifest: Manifest = [',
    ...[...found, ...plannedEntries(found)].map(print),
    '];',
    '',
  ].join('\n');
  await writeFile(target, text);
}

await main();
