import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { manifest } from '../cli/manifest.generated.js';
import { planned, plannedFlags } from './planned.js';

/** Writes the table of commands into README.md; with --check says whether it is up to date. */
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));
const begin = '<!-- commands: written by `npm run docs` -->';
const end = '<!-- /commands -->';

function commandTable(): string {
  const hidden = manifest.filter((entry) => entry.hidden === true).map(({ words }) => words);
  const isHidden = (words: string): boolean => hidden.some((word) => words === word || words.startsWith(`${word} `));
  const there = manifest.filter(({ words, load }) => load !== undefined && !isHidden(words));
  const row = ({ words, aliases = [], summary }: (typeof there)[number]): string =>
    `| \`${words}\`${aliases.map((alias) => `, \`${alias}\``).join('')} | ${summary.replaceAll('|', '\\|')} |`;
  const flagWords = Object.entries(plannedFlags).flatMap(([words, flags]) => flags.map((name) => `${words} --${name}`));
  return [
    begin,
    '',
    `There are ${there.length} commands:`,
    '',
    '| command | what it does |',
    '|---|---|',
    ...there.toSorted((a, b) => (a.words < b.words ? -1 : 1)).map(row),
    '',
    `Not there yet, of what the reference client has (${planned.length} commands):`,
    `${[...planned, ...flagWords].map((words) => `\`${words}\``).join(', ')}.`,
    '',
    end,
  ].join('\n');
}

const done = planned.filter((words) => manifest.some((entry) => entry.words === words && entry.load !== undefined));
if (done.length > 0) throw new Error(`take ${done.join(', ')} off the list in src/build/planned.ts: it is there now`);

const text = await readFile(readme, 'utf8');
const start = text.indexOf(begin);
const stop = text.indexOf(end);
if (start < 0 || stop < start) throw new Error(`README.md has no place for the table: "${begin}" … "${end}"`);
const fresh = `${text.slice(0, start)}${commandTable()}${text.slice(stop + end.length)}`;
if (!process.argv.includes('--check')) {
  await writeFile(readme, fresh);
} else if (fresh !== text) {
  process.stderr.write('README.md: the table of commands is out of date; run: npm run docs\n');
  process.exitCode = 1;
}
