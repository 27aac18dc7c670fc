import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirm } from '../../src/terminal/confirm.js';
import { CapturedOutput, textInput } from '../helpers/streams.js';

const ask = async (text: string): Promise<{ answer: boolean; asked: string }> => {
  const stderr = new CapturedOutput();
  const answer = await confirm(textInput(text, { isTerminal: true }), stderr, 'reset 10.5.0.2?');
  return { answer, asked: stderr.text };
};

test('yes and no', async () => {
  for (const text of ['y\n', 'YES\n', ' y \n']) assert.equal((await ask(text)).answer, true, text);
  for (const text of ['n\n', 'No\n', '\n', '']) assert.equal((await ask(text)).answer, false, text);
});

test('anything else is asked again', async () => {
  const { answer, asked } = await ask('maybe\ny\n');
  assert.equal(answer, true);
  assert.equal(asked, 'reset 10.5.0.2? [y/N] please answer y or n\nreset 10.5.0.2? [y/N] ');
});

test('without a terminal nothing is asked', async () => {
  const stderr = new CapturedOutput();
  assert.equal(await confirm(textInput(''), stderr, 'reset?'), true);
  assert.equal(stderr.text, '');
});
