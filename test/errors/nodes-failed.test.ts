import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodesFailedError, TalosctlError } from '../../src/errors/errors.js';

test('each node is named once; what to do is said where it is the same for all', () => {
  const failures = [
    { node: 'a', error: new TalosctlError('a is not well', { hint: 'look' }) },
    { node: 'b', error: new TalosctlError('refused', { hint: 'look' }) },
  ];
  const { message, hint } = new NodesFailedError(failures);
  assert.deepEqual([message, hint], ['a is not well\nb: refused', 'look']);
  const mixed = new NodesFailedError([...failures, { node: 'c', error: new TalosctlError('no', { hint: 'wait' }) }]);
  assert.equal(mixed.hint, undefined);
});
