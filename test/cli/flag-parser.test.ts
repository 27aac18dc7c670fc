import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFlags, requireFlags } from '../../src/cli/flag-parser.js';
import { type FlagSet, flag } from '../../src/cli/flags.js';
import { UsageError } from '../../src/errors/errors.js';

const flagSet: FlagSet = {
  client: flag.bool('', { short: 'C' }),
  wait: flag.bool('', { default: true }),
  force: flag.bool('', { short: 'f' }),
  file: flag.string('', { short: 'F' }),
  colour: flag.string('', { bare: 'auto' }),
  nodes: flag.stringSlice('', { short: 'n' }),
  sans: flag.stringSlice('', { default: ['x'] }),
  patch: flag.stringArray('', { short: 'p' }),
  tail: flag.int('', { type: 'int32', default: -1 }),
  port: flag.int('', { type: 'uint16' }),
  size: flag.int(''),
  timeout: flag.duration('', { default: 60_000 }),
  verbose: flag.count('', { short: 'v' }),
  mode: flag.enumeration('', ['auto', 'try', 'no-reboot'], { default: 'auto', short: 'm' }),
  old: flag.string('', { deprecated: 'use --file' }),
};

/** The flags typed, and the words left. */
function parsed(...words: string[]): { given: Record<string, unknown>; args: readonly string[] } {
  const { flags, args } = parseFlags(words, flagSet);
  const given = Object.entries(flags.values).filter(([name]) => flags.changed(name));
  return { given: Object.fromEntries(given), args };
}

const accepted: [string[], Record<string, unknown>, string[]?][] = [
  [[], {}],
  [['a', '-', 'b'], {}, ['a', '-', 'b']],
  [['--client'], { client: true }],
  [['--client=false'], { client: false }],
  [['--client', 'false'], { client: true }, ['false']],
  [['--wait=F'], { wait: false }],
  [['--wait=1'], { wait: true }],
  [['-C=false'], { client: false }],
  [['--client', '--client=false'], { client: false }],
  [['--file', 'x'], { file: 'x' }],
  [['--file=x=y'], { file: 'x=y' }],
  [['--file='], { file: '' }],
  [['--file', '--client'], { file: '--client' }],
  [['--file', 'x', '--file', 'y'], { file: 'y' }],
  [['-Fx'], { file: 'x' }],
  [['-F=x'], { file: 'x' }],
  [['-F='], { file: '=' }],
  [['-F', '-'], { file: '-' }],
  [['-F', '-5'], { file: '-5' }],
  [['-fF', 'x'], { force: true, file: 'x' }],
  [['-fFC'], { force: true, file: 'C' }],
  [['-fC'], { force: true, client: true }],
  [['-fp', '{}'], { force: true, patch: ['{}'] }],
  [['--colour'], { colour: 'auto' }],
  [['--colour', 'red'], { colour: 'auto' }, ['red']],
  [['--colour=red'], { colour: 'red' }],
  [['-nA,B', '-nC'], { nodes: ['A', 'B', 'C'] }],
  [['-n', 'A', '--nodes', 'B,"C,D"', '-n=E'], { nodes: ['A', 'B', 'C,D', 'E'] }],
  [['--nodes='], { nodes: [] }],
  [['--sans', 'y'], { sans: ['y'] }],
  [['-p', 'a,b', '-p', '"c'], { patch: ['a,b', '"c'] }],
  [['--tail', '-5'], { tail: -5 }],
  [['--tail=0x1f'], { tail: 31 }],
  [['--tail', '017'], { tail: 15 }],
  [['--tail', '0b101'], { tail: 5 }],
  [['--tail', '1_000'], { tail: 1000 }],
  [['--tail', '+7'], { tail: 7 }],
  [['--tail=-2147483648'], { tail: -2147483648 }],
  [['--port', '65535'], { port: 65535 }],
  [['--timeout', '1h30m'], { timeout: 5_400_000 }],
  [['--timeout=-1.5s'], { timeout: -1500 }],
  [['-vvv'], { verbose: 3 }],
  [['-v', '--verbose'], { verbose: 2 }],
  [['--verbose=5', '-v'], { verbose: 6 }],
  [['-m', 'try'], { mode: 'try' }],
  [['-mno-reboot'], { mode: 'no-reboot' }],
  [['--', '--client', '-f'], {}, ['--client', '-f']],
  [['a', '--client', '--', 'b'], { client: true }, ['a', 'b']],
  [['--file', '--', 'b'], { file: '--' }, ['b']],
];

for (const [words, given, args = []] of accepted) {
  test(`accepted: ${words.join(' ') || '(nothing)'}`, () => assert.deepEqual(parsed(...words), { given, args }));
}

const refused: [string[], RegExp][] = [
  [['--bogus'], /^unknown flag --bogus$/],
  [['--clint'], /^unknown flag --clint, did you mean --client\?$/],
  [['--bogus=1'], /^unknown flag --bogus$/],
  [['--toString'], /^unknown flag --toString$/],
  [['-x'], /^unknown flag -x$/],
  [['-fx'], /^unknown flag -x in -fx$/],
  [['---client'], /---client is no flag/],
  [['--=x'], /--=x is no flag/],
  [['--file'], /^flag --file needs a value/],
  [['-F'], /^flag -F needs a value/],
  [['-fF'], /^flag -F needs a value/],
  [['--client=maybe'], /^invalid value "maybe" for flag -C, --client: it must be true or false$/],
  [['--client='], /it must be true or false/],
  [['--tail', '1.5'], /invalid value "1.5" for flag --tail: it must be a whole number/],
  [['--tail', ''], /whole number/],
  [['--tail', '1__0'], /whole number/],
  [['--tail', '08'], /whole number/],
  [['--tail', '2147483648'], /between -2147483648 and 2147483647/],
  [['--port', '65536'], /between 0 and 65535/],
  [['--port', '-1'], /not negative/],
  [['--size', '9223372036854775808'], /between/],
  [['--timeout', '5'], /no unit/],
  [['--nodes', 'a"b'], /invalid value "a"b" for flag -n, --nodes: .*quote/],
  [['--mode', 'later'], /it must be one of auto, try, no-reboot$/],
  [['-m', '192.0.2.11'], /"192\.0\.2\.11" for flag -m, --mode/],
];

for (const [words, reason] of refused) {
  test(`refused: ${words.join(' ')}`, () => {
    assert.throws(
      () => parsed(...words),
      (error) => error instanceof UsageError && reason.test(error.message),
    );
  });
}

test('flags that were not typed have their defaults', () => {
  const { values } = parseFlags([], flagSet).flags;
  assert.deepEqual(
    { wait: values['wait'], tail: values['tail'], sans: values['sans'], mode: values['mode'] },
    { wait: true, tail: -1, sans: ['x'], mode: 'auto' },
  );
});

test('the number of words before -- is known', () => {
  assert.equal(parseFlags(['a', '--', 'b', 'c'], flagSet).argsBeforeDash, 1);
  assert.equal(parseFlags(['a'], flagSet).argsBeforeDash, undefined);
});

test('a deprecated flag works and warns', () => {
  const { warnings, flags } = parseFlags(['--old', 'x'], flagSet);
  assert.deepEqual(warnings, ['flag --old is deprecated: use --file']);
  assert.equal(flags.values['old'], 'x');
});

test('all missing required flags are named', () => {
  const required: FlagSet = {
    to: flag.string('', { required: true }),
    from: flag.string('', { required: true }),
    with: flag.string(''),
  };
  const { flags } = parseFlags(['--from', 'x'], required);
  assert.throws(() => requireFlags(required, flags), /^UsageError: required flag --to not set$/);
  assert.throws(() => requireFlags(required, parseFlags([], required).flags), /required flags --from, --to not set/);
  requireFlags(required, parseFlags(['--from=', '--to='], required).flags);
});
