import type { Context } from '../../../cli/context.js';
import { CallError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';

/** Milliseconds that a node may take to come up, and between two attempts. */
const patience = 30_000;
const pause = 1_000;

/**
 * Calls a node that may only be coming up, after `apply-config` for example: an attempt that fails for that is repeated
 * for 30 s. What is waited for is said on stderr.
 * @throws the failure of the last attempt
 */
export async function whileComingUp<T>(ctx: Context, node: string, call: () => Promise<T>): Promise<T> {
  const end = ctx.clock.now().getTime() + patience;
  let said = '';
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const why = comingUp(error);
      if (why === undefined || ctx.clock.now().getTime() + pause > end) throw error;
      if (why !== said) await ctx.stderr.write(`waiting up to 30 s for ${node} to come up: ${why}\n`);
      said = why;
    }
    await ctx.clock.sleep(pause, ctx.signal);
  }
}

/** How a failure says that the node is on its way; undefined for every other failure. */
function comingUp(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { code, detail } = error;
  if (code === GrpcStatus.FailedPrecondition && /\byet$/.test(detail)) return detail;
  if (code !== GrpcStatus.Unavailable || /certificate|\balert\b/i.test(detail)) return undefined;
  if (/ECONNREFUSED|connection refused/i.test(detail)) return 'connection refused';
  return /ECONNRESET|EPIPE|connection (?:reset|dropped)|RST_STREAM|\bEOF$|transport is closing/i.test(detail)
    ? 'the connection was closed'
    : undefined;
}
