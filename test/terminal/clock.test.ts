import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { CancelledError } from '../../src/errors/errors.js';
import { systemClock } from '../../src/terminal/clock.js';

test('sleeping ends in time, or at once when aborted', async () => {
  const controller = new AbortController();
  await systemClock.sleep(1, controller.signal);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  const long = systemClock.sleep(60_000, controller.signal);
  controller.abort();
  await assert.rejects(long, CancelledError);
  await assert.rejects(systemClock.sleep(60_000, controller.signal), CancelledError);
});
