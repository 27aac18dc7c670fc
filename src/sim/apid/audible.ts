import type { Faults } from '../machine/faults.js';
import type { RawHandler } from '../rpc/handler.js';

/** Answers that stay away while the machine is silent. */
export function audible(handler: RawHandler, faults: Pick<Faults, 'audible'>): RawHandler {
  return async function* (call, requests) {
    await faults.audible(call.signal);
    for await (const message of handler(call, requests)) {
      await faults.audible(call.signal);
      yield message;
    }
  };
}
