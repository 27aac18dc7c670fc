import type { Writable } from 'node:stream';
import { CancelledError } from '../errors/errors.js';
import type { Output } from './streams.js';

/** The reader of the output went away; there is nothing left to do, and nothing is wrong. */
export class ClosedPipeError extends CancelledError {
  constructor() {
    super('the reader of the output is gone');
  }
}

/** What a stream knows of the terminal at its other end. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface OutputOptions {
  /** Called once when the reader goes away. */
  readonly onClosed?: () => void;
  /** When aborted, a reader that takes nothing holds nobody up any longer. */
  readonly signal?: AbortSignal;
}

/** Milliseconds that a reader has after an interruption to take what waits for it. */
const patience = 20;

/**
 * Output over a stream of the process. Once the signal is aborted, what waits for the reader is rejected with
 * CancelledError.
 */
export function streamOutput(
  stream: Writable & Terminal,
  env: Readonly<Record<string, string | undefined>>,
  { onClosed, signal }: OutputOptions = {},
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
      return known(stream.columns);
    },
    get rows() {
      return known(stream.rows);
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

/** Whether a write failed because nobody reads any more. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && closedCodes.includes(error.code);
}

const closedCodes: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED', 'EOF'];

/** NO_COLOR (any text) and a terminal that knows nothing forbid colours. */
export function coloursAllowed(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** A terminal that was never told its size says 0. */
function known(size: number | undefined): number | undefined {
  return size === 0 ? undefined : size;
}
