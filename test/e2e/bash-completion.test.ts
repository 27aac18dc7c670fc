import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBash } from '../helpers/program.js';

/**
 * What bash would offer at the end of the line. The words are cut as bash cuts them: at spaces, and around = and : as
 * words of their own.
 */
async function offered(line: string, options = ''): Promise<string[]> {
  const words: string[] = [...(line.match(/[=:]+|[^\s=:]+/g) ?? [])];
  if (/\s$/.test(line)) words.push('');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const { code, stdout, stderr } = await runBash(
    `source <(talosctl completion bash ${options})
    COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${quoted}) COMP_CWORD=${words.length - 1} COMP_TYPE=9
    __talosctl_complete
    ((\${#COMPREPLY[@]} == 0)) || printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  return stdout.split('\n').slice(0, -1);
}

test('one word that fits is completed', async () => {
  assert.deepEqual(await offered('talosctl comp'), ['completion']);
  assert.deepEqual(await offered('talosctl -n 10.5.0.2 completion fi'), ['fish']);
  assert.deepEqual(await offered('talosctl completion bash --no-'), ['--no-descriptions']);
});

test('several words are shown with their descriptions', async () => {
  assert.deepEqual(await offered('talosctl completion '), [
    'bash        (Print the completion script for bash)',
    'fish        (Print the completion script for fish)',
    'powershell  (Print the completion script for PowerShell)',
    'zsh         (Print the completion script for zsh)',
  ]);
  assert.deepEqual(await offered('talosctl completion ', '--no-descriptions'), ['bash', 'fish', 'powershell', 'zsh']);
});

test('a value after = is completed without its flag', async () => {
  assert.deepEqual(await offered('talosctl completion bash --no-descriptions=t'), ['true']);
  assert.deepEqual(await offered('talosctl completion bash --no-descriptions='), ['true', 'false']);
});

test('what is typed is not evaluated', async () => {
  assert.deepEqual(await offered('talosctl completion $(echo bash >&2) '), []);
});
