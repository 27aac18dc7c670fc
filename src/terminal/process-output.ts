import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Writable } from 'node:stream';
import { ClosedPipeError, isClosedPipe, type OutputOptions, streamOutput, type Terminal } from './output.js';
import type { Output } from './streams.js';

/** Bytes that an empty pipe takes at once on every system. */
const pipeRoom = 16 * 1024;

/**
 * Output over a descriptor of the process. To load the process's stream takes longer than many commands; so what goes to
 * a file, and the first bytes into a pipe, are written at once, without it.
 * @param stream the process's stream of that descriptor
 */
export function processOutput(
  descriptor: number,
  stream: () => Writable & Terminal,
  env: Readonly<Record<string, string | undefined>>,
  options: OutputOptions = {},
): Output {
  let made: Output | undefined;
  const streamed = (): Output => {
    made ??= streamOutput(stream(), env, options);
    return made;
  };
  let room = roomWithoutTerminal(descriptor);
  if (room === undefined) return lazily(streamed);
  let closed = false;
  return {
    isTerminal: false,
    columns: undefined,
    rows: undefined,
    colour: false,
    write: async (chunk) => {
      if (closed) throw new ClosedPipeError();
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      if (made !== undefined || room === undefined || bytes.length > room) return streamed().write(bytes);
      try {
        const left = writeNow(descriptor, bytes);
        room -= bytes.length;
        if (left.length > 0) await streamed().write(left);
      } catch (error) {
        if (!isClosedPipe(error)) throw error;
        closed = true;
        options.onClosed?.();
        throw new ClosedPipeError();
      }
    },
  };
}

/** What the stream says, once somebody asks. */
function lazily(streamed: () => Output): Output {
  return {
    get isTerminal() {
      return streamed().isTerminal;
    },
    get columns() {
      return streamed().columns;
    },
    get rows() {
      return streamed().rows;
    },
    get colour() {
      return streamed().colour;
    },
    write: (chunk) => streamed().write(chunk),
  };
}

/** Bytes that may be written without waiting for a reader; undefined where the descriptor may be a terminal, or nothing. */
function roomWithoutTerminal(descriptor: number): number | undefined {
  try {
    const kind = fstatSync(descriptor);
    if (kind.isFile()) return Number.POSITIVE_INFINITY;
    if (kind.isFIFO() || kind.isSocket()) return pipeRoom;
    return kind.isCharacterDevice() && kind.rdev === statSync(devNull).rdev ? Number.POSITIVE_INFINITY : undefined;
  } catch {
    return undefined;
  }
}

/** Writes as much as goes. Returns the rest where the descriptor does not block and is full. */
function writeNow(descriptor: number, bytes: Uint8Array): Uint8Array {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return bytes.subarray(written);
}
