import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { manifest } from '../cli/manifest.generated.js';
import { additions, planned, plannedFlags } from './planned.js';

/** Writes the table of commands into README.md; with --check says whether it is up to date. */
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));
const begin = '<!-- commands: written by `npm run docs` -->';
const end = '<!-- /commands -->';

interface Row {
  readonly words: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
}

/** Whether the command is there, with the flags that it lacks. */
function status(words: string): string {
  if (Object.hasOwn(planned, words)) return 'later';
  if (additions.includes(words)) return 'addition';
  const lacks = plannedFlags[words] ?? [];
  return lacks.length === 0 ? 'there' : `there; later: ${lacks.map((name) => `\`--${name}\``).join(', ')}`;
}

function commandTable(): string {
  const hidden = manifest.filter((entry) => entry.hidden === true).map(({ words }) => words);
  const isHidden = (words: string): boolean => hidden.some((word) => words === word || words.startsWith(`${word} `));
  const there: readonly Row[] = manifest.filter(({ words, load }) => load !== undefined && !isHidden(words));
  const later = Object.entries(planned).map(([words, summary]): Row => ({ words, summary }));
  const row = ({ words, aliases = [], summary }: Row): string =>
    `| \`${words}\`${aliases.map((alias) => `, \`${alias}\``).join('')} | ${status(words)} | ${summary.replaceAll('|', '\\|')} |`;
  return [
    begin,
    '',
    `All commands that the reference client shows, and ${additions.length} of this one's own. ` +
      `${there.length} are there, ${later.length} come later:`,
    '',
    '| command | status | what it does |',
    '|---|---|---|',
    ...[...there, ...later].toSorted((a, b) => (a.words < b.words ? -1 : 1)).map(row),
    '',
    end,
  ].join('\n');
}

const done = Object.keys(planned).filter((words) =>
  manifest.some((entry) => entry.words === words && entry.load !== undefined),
);
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
