import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { programWords } from '../helpers/program.js';

/** The completion scripts in the real shells, as far as these are installed. */
const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const shells = { bash: isThere('bash') && isThere('script'), zsh: isThere('zsh'), fish: isThere('fish') };

let home = '';
const path = (...parts: readonly string[]): string => join(home, ...parts);

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'talosctl-shells-'));
  await mkdir(path('bin'));
  await mkdir(path('work', 'folder'), { recursive: true });
  await writeFile(path('work', 'file.yaml'), '');
  await writeFile(path('bin', 'talosctl'), `#!/bin/sh\nexec ${programWords.map((w) => `'${w}'`).join(' ')} "$@"\n`);
  await chmod(path('bin', 'talosctl'), 0o755);
  await mkdir(path('.talos'));
  await writeFile(
    path('.talos', 'config'),
    'context: lab\ncontexts:\n    lab:\n        endpoints: [127.0.0.1:1]\n        nodes: [192.0.2.7]\n    lab2:\n        endpoints: []\n',
  );
});
after(() => rm(home, { recursive: true, force: true }));

/** Runs a shell on a script from standard input, with talosctl on its path. */
async function run(command: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(command, args, {
    cwd: path('work'),
    env: { PATH: `${path('bin')}:${process.env['PATH'] ?? ''}`, HOME: home, TERM: 'dumb', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => out.push(chunk));
  child.stdin.end(input);
  await new Promise((resolve) => child.once('close', resolve));
  return Buffer.concat(out).toString();
}

test('which shells are tried here', (t) => {
  for (const [shell, there] of Object.entries(shells)) t.diagnostic(`${shell}: ${there ? 'tried' : 'not installed'}`);
  assert.ok(shells.bash || process.platform !== 'linux' || !isThere('bash'), 'bash needs `script` for a terminal');
});

/** What is typed, and the line after the tab key. */
const lines: readonly (readonly [typed: string, completed: string])[] = [
  ['talosctl comp', 'talosctl completion '],
  ['talosctl -n 192.0.2.7 completion fi', 'talosctl -n 192.0.2.7 completion fish '],
  ['talosctl version --cli', 'talosctl version --client '],
  ['talosctl get --context lab2 --out', 'talosctl get --context lab2 --output '],
  ['talosctl apply-config --mode=st', 'talosctl apply-config --mode=staged '],
  ['talosctl apply-config --mode st', 'talosctl apply-config --mode staged '],
  ['talosctl services -n 192.0.2', 'talosctl services -n 192.0.2.7 '],
  ['talosctl services -n x,192.0', 'talosctl services -n x,192.0.2.7 '],
  ['talosctl gen secrets --from-kubernetes-pki f', 'talosctl gen secrets --from-kubernetes-pki folder/'],
  ['talosctl apply-config -f fi', 'talosctl apply-config -f file.yaml '],
  ['talosctl services $(echo evil > evil) no', 'talosctl services $(echo evil > evil) no'],
];

/** What bash's line editor holds after each line and a tab, in a real terminal. */
async function inBash(): Promise<readonly string[]> {
  const setUp = [
    "PS1='' PS2=''; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'",
    'source <(talosctl completion bash)',
    `report() { printf '\\n<<%s>>\\n' "$READLINE_LINE"; READLINE_LINE=; }; bind -x '"\\C-g": report'`,
  ];
  const typed = lines.map(([line]) => `${line}\t\x07`).join('');
  const screen = await run(
    'script',
    ['-qec', 'bash --norc --noprofile -i', '/dev/null'],
    `${setUp.join('\n')}\n${typed}exit\n`,
  );
  return [...screen.matchAll(/<<(.*?)>>/g)].map(([, line = '']) => line).filter((line) => line !== '%s');
}

if (shells.bash) {
  test('bash completes in its line editor', async () => {
    assert.deepEqual(
      await inBash(),
      lines.map(([, completed]) => completed),
    );
  });
}

const fish = (script: string): Promise<string> => run('fish', ['--no-config', '-c', script], '');

/** What fish offers for each line, and what it would put into its place. */
async function inFish(): Promise<readonly (readonly string[])[]> {
  const ask = lines.map(([line]) => `complete -C '${line}'; echo ==`).join('\n');
  const out = await fish(`talosctl completion fish | source\n${ask}\n`);
  return out
    .split('==\n')
    .slice(0, -1)
    .map((part) => part.split('\n').slice(0, -1));
}

if (shells.fish) {
  test('fish completes', async () => {
    const offered = await inFish();
    assert.equal(offered.length, lines.length);
    for (const [index, [typed, completed]] of lines.entries()) {
      const [first = '', ...others] = offered[index] ?? [];
      const word = typed.slice(typed.lastIndexOf(' ') + 1);
      const line = first === '' ? typed : typed.slice(0, -word.length) + first.replace(/\t.*/, '');
      assert.deepEqual([line, others], [completed.replace(/ $/, ''), []], typed);
    }
  });

  test('fish shows descriptions', async () => {
    const out = await fish("talosctl completion fish | source\ncomplete -C 'talosctl completion '\n");
    assert.match(out, /^bash\tPrint the completion script for bash$/m);
    const plain = "talosctl completion fish --no-descriptions | source\ncomplete -C 'talosctl completion '\n";
    assert.equal(await fish(plain), 'bash\nfish\npowershell\nzsh\n');
  });
}

/** zsh inside a terminal of zsh: what its line editor holds after each line and a tab. */
async function inZsh(typed: readonly string[]): Promise<string> {
  const setUp = [
    "PS1='' PS2='' RPS1=; unsetopt beep zle_bracketed_paste; unset zle_bracketed_paste",
    'autoload -U compinit; compinit -u -D',
    'source <(talosctl completion zsh)',
    'report() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N report; bindkey "^G" report',
    'bindkey "^I" complete-word',
    'print READY',
  ];
  const driver = [
    'zmodload zsh/zpty',
    'zpty -b terminal zsh -f -i',
    'until_seen() { local seen= chunk; repeat 3000; do zpty -r -t terminal chunk && { seen+=$chunk; print -rn -- $chunk; }; [[ $seen == *$1* ]] && return; sleep 0.01; done }',
    ...setUp.map((line) => `zpty -w terminal ${quoted(line)}`),
    "until_seen $'\\nREADY'",
    ...typed.flatMap((line) => [
      `zpty -w -n terminal ${quoted(line)}$'\\t'`,
      "zpty -w -n terminal $'\\a'",
      "until_seen '>>'",
    ]),
    'zpty -d terminal',
  ];
  return run('zsh', ['-f'], `${driver.join('\n')}\n`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

if (shells.zsh) {
  test('zsh completes in its line editor', async () => {
    const screen = await inZsh(lines.map(([line]) => line));
    const held = [...screen.matchAll(/<<(.*?)>>/g)].map(([, line = '']) => line).filter((line) => line !== '$BUFFER');
    assert.deepEqual(
      held,
      lines.map(([, completed]) => completed),
    );
  });

  test('zsh shows descriptions', async () => {
    assert.match(await inZsh(['talosctl completion ']), /fish +-- Print the completion script for fish/);
  });
}

test('no shell has evaluated what was typed', async () => {
  assert.deepEqual((await readdir(path('work'))).sort(), ['file.yaml', 'folder']);
});
