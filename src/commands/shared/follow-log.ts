import { CallError, CancelledError, TalosctlError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import type { Data } from '../../gen/common/common.js';
import { metadataError } from './data-error.js';
import { LineJoiner, LineMemory, linesOf } from './line-memory.js';

/** A log that is followed. */
export interface FollowedLog {
  readonly node: string;
  /** Opens the log as it was asked for. */
  open(): AsyncIterable<Data>;
  /** Opens all of the log that there is, and with `follow` what is logged from now on. */
  openWhole(follow: boolean): AsyncIterable<Data>;
  /** What of a line stays when it is read again; all of it when absent. */
  readonly sameness?: ((line: string) => string) | undefined;
  /** Milliseconds without a connection after which the log is given up. */
  readonly patience: number;
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** Takes sentences for the user. */
  say(sentence: string): Promise<void>;
}

const firstDelay = 500;
const longestDelay = 5000;
/** So often a log may end at once, without anything new in it, until that is taken for its end. */
const emptyEnds = 5;

/** The node or the way to it is to blame, not the question: it may be answered later. */
const lasting: readonly number[] = [
  GrpcStatus.Canceled,
  GrpcStatus.InvalidArgument,
  GrpcStatus.PermissionDenied,
  GrpcStatus.Unauthenticated,
  GrpcStatus.Unimplemented,
];

/**
 * Follows a log over lost connections and reboots: whole lines, none twice, and none left out that the node still has. A
 * log that cannot be opened in the first place fails.
 */
export async function* followLog(log: FollowedLog): AsyncGenerator<Data, void, undefined> {
  const memory = new LineMemory(log.sameness);
  let stream: AsyncIterable<Data> = log.open();
  let ends = 0;
  let delay = firstDelay;
  let lostAt: number | undefined;
  for (;;) {
    let failure: CallError | undefined;
    let isNew = false;
    try {
      for await (const data of wholeLines(stream, log.node)) {
        if (lostAt !== undefined) await log.say('the connection is back');
        lostAt = undefined;
        isNew = true;
        if (data.bytes.length > 0) memory.see(data.bytes);
        yield data;
      }
    } catch (error) {
      if (!(error instanceof CallError) || memory.isEmpty || lasting.includes(error.code)) throw error;
      failure = error;
    }
    if (isNew) [ends, delay] = [0, firstDelay];
    if (failure === undefined && ++ends > emptyEnds) return;
    const now = log.now().getTime();
    if (now - (lostAt ?? now) >= log.patience) {
      throw failure ?? new TalosctlError('the node ends the log again and again');
    }
    if (lostAt === undefined) {
      await log.say(`${failure?.message ?? 'the node has ended the log'}; trying again until it is back`);
    }
    lostAt ??= now;
    await log.sleep(delay);
    delay = Math.min(delay * 2, longestDelay);
    stream = resumed(log, memory);
  }
}

const nothing = Buffer.alloc(0);

/** The same in whole lines. What a node reports beside its lines passes through. */
async function* wholeLines(stream: AsyncIterable<Data>, node: string): AsyncGenerator<Data, void, undefined> {
  const joiner = new LineJoiner();
  try {
    for await (const data of stream) {
      if (metadataError(data.metadata, node) !== undefined) yield { ...data, bytes: nothing };
      const bytes = joiner.push(data.bytes);
      if (bytes.length > 0) yield { metadata: undefined, bytes };
    }
  } catch (error) {
    // Half a line is worth showing where nothing follows; after a loss the whole line does.
    if (error instanceof CancelledError) yield* rest(joiner);
    throw error;
  }
  yield* rest(joiner);
}

function* rest(joiner: LineJoiner): Generator<Data, void, undefined> {
  const bytes = joiner.takeRest();
  if (bytes.length > 0) yield { metadata: undefined, bytes };
}

/** What is in the log behind the last line seen, and then what comes. A log that began anew comes from its beginning. */
async function* resumed(log: FollowedLog, memory: LineMemory): AsyncGenerator<Data, void, undefined> {
  const known = await survey(log, memory);
  const isPlace = memory.finder();
  let places = 0;
  let read = 0;
  let passed = known.places === 0;
  let behind: Buffer[] = [];
  for await (const data of wholeLines(log.openWhole(true), log.node)) {
    if (passed || data.bytes.length === 0) {
      yield data;
      continue;
    }
    for (const line of linesOf(data.bytes)) {
      behind.push(line);
      if (passed) continue;
      read += 1;
      if (isPlace(line)) {
        places += 1;
        behind = [];
      }
      // The oldest lines may have gone in between, and the place with them.
      passed = places === known.places || read >= known.lines;
    }
    if (passed && behind.length > 0) yield { metadata: undefined, bytes: Buffer.concat(behind) };
  }
}

/** How long the log is now, and how often the last lines seen stand in it. */
async function survey(
  log: FollowedLog,
  memory: LineMemory,
): Promise<{ readonly lines: number; readonly places: number }> {
  const isPlace = memory.finder();
  let lines = 0;
  let places = 0;
  for await (const data of wholeLines(log.openWhole(false), log.node)) {
    const failure = metadataError(data.metadata, log.node);
    if (failure !== undefined) throw failure;
    for (const line of linesOf(data.bytes)) {
      lines += 1;
      if (isPlace(line)) places += 1;
    }
  }
  return { lines, places };
}
