import { CallLimit, type NodeResult } from '../../client/fanout.js';
import { CancelledError, TalosctlError } from '../../errors/errors.js';

/** A node was not begun, since the others would not bear it. */
export class HeldBackError extends TalosctlError {
  override readonly name = 'HeldBackError';
}

export interface RollOptions<T> {
  readonly items: readonly T[];
  readonly nodeOf: (item: T) => string;
  /** How many are under way at once. */
  readonly atOnce: number;
  /** Those of which never two are under way. */
  readonly alone: (item: T) => boolean;
  readonly work: (item: T) => Promise<void>;
}

export interface RollResult {
  readonly results: readonly NodeResult<void>[];
  /** Nodes that were not begun: they were held back, or one before them failed. */
  readonly notBegun: readonly string[];
}

/**
 * Works on nodes in the order given, some at once, and begins no other when one has failed. What is under way then is
 * brought to its end.
 * @throws CancelledError when interrupted, and whatever is no failure of a node
 */
export async function roll<T>({ items, nodeOf, atOnce, alone, work }: RollOptions<T>): Promise<RollResult> {
  const outcomes = new Map<T, NodeResult<void>>();
  const single = new CallLimit(1);
  const queue = items.values();
  let stopped = false;
  const one = async (item: T): Promise<void> => {
    if (stopped) return;
    const node = nodeOf(item);
    try {
      outcomes.set(item, { node, value: await work(item) });
    } catch (error) {
      stopped = true;
      if (error instanceof CancelledError || !(error instanceof TalosctlError)) throw error;
      outcomes.set(item, { node, error });
    }
  };
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (stopped) return;
      await (alone(item) ? single.run(() => one(item)) : one(item));
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    // An interruption reaches all of them: each has its last word.
    if (error instanceof CancelledError) await Promise.allSettled(workers);
    throw error;
  }
  return {
    results: items.flatMap((item) => outcomes.get(item) ?? []),
    notBegun: items.filter((item) => isNotBegun(outcomes.get(item))).map(nodeOf),
  };
}

function isNotBegun(outcome: NodeResult<void> | undefined): boolean {
  return outcome === undefined || outcome.error instanceof HeldBackError;
}
