import { CallLimit, type NodeResult } from '../../client/fanout.js';
import { CancelledError, TalosctlError } from '../../errors/errors.js';

export interface RollOptions<T> {
  readonly items: readonly T[];
  readonly nodeOf: (item: T) => string;
  /** How many are under way at once. */
  readonly atOnce: number;
  /** Those of which never two are under way. */
  readonly alone: (item: T) => boolean;
  readonly work: (item: T) => Promise<void>;
}

/**
 * Works on nodes in the order given, some at once, and begins no other when one has failed. What is under way then is
 * brought to its end. Gives the results of those that were begun, in the order of the items.
 * @throws CancelledError when interrupted, and whatever is no failure of a node
 */
export async function roll<T>({
  items,
  nodeOf,
  atOnce,
  alone,
  work,
}: RollOptions<T>): Promise<readonly NodeResult<void>[]> {
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
  return items.flatMap((item) => outcomes.get(item) ?? []);
}
