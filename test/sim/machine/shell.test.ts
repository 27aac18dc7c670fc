import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../../../src/sim/machine/shell.js';
import { LineInput } from '../../../src/sim/machine/tty.js';

async function run(words: readonly string[], input = '', tty = false) {
  let written = '';
  const lines = new LineInput(
    tty,
    (text) => {
      written += text;
    },
    () => {},
  );
  lines.push(Buffer.from(input));
  lines.end();
  const code = await runProgram(words, {
    hostname: 'n1',
    size: () => (tty ? { width: 80, height: 24 } : undefined),
    write: (text) => {
      written += text;
    },
    readLine: () => lines.readLine(),
    sleep: async () => {},
  });
  return [code, written] as const;
}

test('programs and scripts', async () => {
  assert.deepEqual(await run(['/bin/echo', 'a', 'b']), [0, 'a b\n']);
  assert.deepEqual(await run(['sh', '-c', 'exit 3']), [3, '']);
  assert.deepEqual(await run(['sh', '-c', 'false && echo no; echo $?; nosuch; echo "a  b"']), [
    0,
    '1\nsh: nosuch: not found\na  b\n',
  ]);
  assert.deepEqual(await run(['cat'], 'one\ntwo'), [0, 'one\ntwo\n']);
  assert.deepEqual(await run([], 'hostname\nfalse\n'), [1, 'n1\n']);
});

test('a terminal echoes, takes back, and ends with Ctrl-D', async () => {
  const [code, written] = await run(['sh'], 'ecx\x7fho hi\rstty size\r\x03exit 4\r', true);
  assert.equal(code, 4);
  assert.ok(written.includes('ecx\b \bho hi\n'));
  assert.match(written, /^\/ # hi$/m);
  assert.match(written, /24 80\n/);
  assert.match(written, /\^C\n/);
  assert.equal((await run(['sh'], '\x04', true))[0], 0);
});
