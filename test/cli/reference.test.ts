import assert from 'node:assert/strict';
import { test } from 'node:test';
import { additions, planned, plannedFlags, revivedFlags } from '../../src/build/planned.js';
import { formatCsvList } from '../../src/cli/csv.js';
import { formatDuration } from '../../src/cli/duration.js';
import { bareValue } from '../../src/cli/flag-value.js';
import type { Flag } from '../../src/cli/flags.js';
import { flagsOf } from '../../src/cli/help.js';
import { manifest } from '../../src/cli/manifest.generated.js';
import { buildTree, type CommandNode, findChild } from '../../src/cli/tree.js';
import { runCli } from '../helpers/cli.js';
import { type ReferenceFlag, referenceCommands } from './reference.js';

const root = buildTree(manifest);

function find(words: string): CommandNode | undefined {
  return words.split(' ').reduce<CommandNode | undefined>((node, word) => node && findChild(node, word), root);
}

const integers = ['int', 'int32', 'int64', 'uint', 'uint16', 'uint32'];

/** The reference's type as our kinds write it. Types of its own are texts here, checked by the command. */
function typeOf(flag: Flag, wanted: string): string {
  if (flag.kind === 'enum') return wanted.startsWith('enum(') ? `enum(${flag.values.join('|')})` : wanted;
  if (flag.kind === 'int') return flag.type ?? 'int';
  const known = ['string', 'bool', 'duration', 'count', 'stringSlice', 'stringArray', ...integers];
  return flag.kind === 'string' && !known.includes(wanted) && !wanted.startsWith('enum(') ? wanted : flag.kind;
}

function defaultOf({ kind, default: value }: Flag): string {
  if (kind === 'duration') return value === 0 ? '' : formatDuration(value);
  if (kind === 'stringSlice' || kind === 'stringArray') return value.length === 0 ? '' : formatCsvList(value);
  return value === false || value === 0 ? '' : String(value);
}

function describe(name: string, flag: Flag, global: boolean, wanted: ReferenceFlag): ReferenceFlag {
  const bare = bareValue(flag);
  return {
    name,
    short: flag.short,
    type: typeOf(flag, wanted.type),
    default: defaultOf(flag),
    bare: flag.kind === 'bool' || flag.kind === 'count' ? undefined : bare,
    required: flag.required === true,
    hidden: flag.hidden === true || flag.deprecated !== undefined,
    persistent: global || wanted.persistent,
    deprecated: flag.deprecated !== undefined,
  };
}

for (const wanted of referenceCommands()) {
  const node = find(wanted.words);
  if (node === undefined || node.entry.planned === true) continue;
  test(`talosctl ${wanted.words} is as the reference has it`, async () => {
    const command = (await node.entry.load?.())?.command;
    const { own, inherited } = flagsOf(node, command);
    assert.equal(node.path, `talosctl ${wanted.words}`);
    assert.deepEqual([...(node.entry.aliases ?? [])].sort(), [...wanted.aliases].sort(), 'aliases');
    assert.equal(node.entry.hidden === true, wanted.hidden, 'hidden');
    assert.equal(node.entry.load === undefined, wanted.group, 'group');
    assert.equal('siderov1-keys-dir' in { ...own, ...inherited }, wanted.connection, 'connection flags');
    const planned = plannedFlags[wanted.words] ?? [];
    for (const flag of wanted.flags) {
      const ours = own[flag.name] ?? inherited[flag.name];
      assert.ok(!(ours && planned.includes(flag.name)), `--${flag.name} is there: take it off src/build/planned.ts`);
      if (planned.includes(flag.name)) continue;
      assert.ok(ours, `--${flag.name} is missing`);
      const global = !Object.hasOwn(own, flag.name);
      const revived = revivedFlags[wanted.words]?.includes(flag.name) ? { hidden: false, deprecated: false } : {};
      assert.deepEqual(describe(flag.name, ours, global, flag), { ...flag, ...revived }, `--${flag.name}`);
    }
  });
}

for (const words of ['conformance', 'gen secureboot', ...Object.keys(planned)]) {
  test(`talosctl ${words} is said to come later, and nothing lists it`, async () => {
    const later = new RegExp(`^"talosctl ${words}" is not there yet`);
    for (const line of [words, `${words} --any thing`, `-n 10.5.0.2 ${words} --help`, `help ${words}`]) {
      const { code, stdout, stderr } = await runCli(line.split(' '));
      assert.deepEqual([code, stdout], [1, ''], line);
      assert.match(stderr, later);
    }
    const word = words.slice(words.lastIndexOf(' ') + 1);
    const above = words.split(' ').slice(0, -1);
    const group = above.reduce<CommandNode | undefined>((node, each) => node && findChild(node, each), root);
    if (group?.entry.planned === true) return;
    const offered = await runCli(['__complete', ...above, '']);
    const help = await runCli(['help', ...above]);
    for (const { stdout } of [offered, help]) assert.ok(!new RegExp(`^\\s*${word}\\b`, 'm').test(stdout), stdout);
  });
}

test('every command of the reference is there or on the list of those that come later, and no other', () => {
  const isVisible = ({ words, hidden }: { readonly words: string; readonly hidden?: boolean }): boolean =>
    hidden !== true && !hiddenWords.some((word) => words.startsWith(`${word} `));
  const hiddenWords = [...referenceCommands(), ...manifest].filter(({ hidden }) => hidden).map(({ words }) => words);
  const known = referenceCommands().filter((command) => !command.group && isVisible(command));
  const there = manifest.filter((entry) => entry.load !== undefined && isVisible(entry)).map(({ words }) => words);
  // cobra's own.
  const shells = ['bash', 'fish', 'powershell', 'zsh'].map((shell) => `completion ${shell}`);
  assert.deepEqual(
    [...there, ...Object.keys(planned)].sort(),
    [...known.map(({ words }) => words), ...shells, ...additions].sort(),
  );
});
