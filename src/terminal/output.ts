import type { Writable } from 'node:stream';
import { CancelledError } from '../errors/errors.js';
import type { Output } from './streams.js';

/** The reader of the output went away; there is nothing left to do, and nothing is wrong. */
export class ClosedPipeError extends CancelledError {
  constructor() {
    super('the reader of the output is gone');
  }
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Milliseconds that a reader has after an interruption to take what waits for it. */
const patience = 20;

/**
 * Output over a stream of the process. `onClosed` is called once when the reader goes away. When `signal` is aborted, a
 * reader that takes nothing holds nobody up any longer: what waits for it is rejected with CancelledError.
 */
export function streamOutput(
  stream: Writable & Terminal,
  env: Readonly<Record<string, string | undefined>>,
  { onClosed, signal }: { readonly onClosed?: () => void; readonly signal?: AbortSignal } = {},
): Output {
  const isTerminal = stream.isTTY === true;
  const waiting = new Set<() => void>();
  const giveUpSoon = (): void => {
    setTimeout(() => {
      for (const giveUp of waiting) giveUp();
    }, patience);
  };
  signal?.addEventListener('abort', giveUpSoon, { once: true });
  let failure: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const closed = isClosedPipe(error);
    if (failure === undefined && closed) onClosed?.();
    failure ??= closed ? new ClosedPipeError() : error;
  });
  return {
    isTerminal,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    colour: isTerminal && coloursAllowed(env),
    write: (chunk) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        if (chunk.length === 0) return resolve();
        const giveUp = (): void => reject(new CancelledError('interrupted while the reader of the output was busy'));
        waiting.add(giveUp);
        if (signal?.aborted === true) giveUpSoon();
        stream.write(chunk, (error) => {
          waiting.delete(giveUp);
          if (error === null || error === undefined) resolve();
          else reject(isClosedPipe(error) ? new ClosedPipeError() : error);
        });
      }),
  };
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || error.code === 'EOF';
}

/** NO_COLOR (any text) and a terminal that knows nothing forbid colours. */
export function coloursAllowed(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
