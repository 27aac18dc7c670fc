import { CallError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import type { NodeWait } from '../../../tracker/node-wait.js';

/** How long nobody may answer; a node that went down takes longer to come up, and has lost what it was asked for. */
const patience = 60_000;
const pause = 1000;
/** What a call that was begun before is in the way of. */
const underWay = /already in progress/;

/**
 * Does what may be done twice, again where the connection broke on the way: over the next endpoint.
 * @throws CallError where the node refuses, or nobody answers for a while
 */
export async function overBreaks(wait: NodeWait, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { client, node, clock } = wait;
  let brokeAt: number | undefined;
  for (;;) {
    const began = clock.now().getTime();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const now = clock.now().getTime();
      const broken = error.code === GrpcStatus.Unavailable;
      // What went well for a while has its own patience.
      if (broken && (brokeAt === undefined || now - began > patience)) brokeAt = now;
      if (brokeAt === undefined || !(broken || underWay.test(error.detail)) || now - brokeAt >= patience) throw error;
      if (broken) wait.note(`the connection broke, trying again: ${error.message}`);
      client.moveOn({ node });
      await clock.sleep(pause, signal);
    }
  }
}
