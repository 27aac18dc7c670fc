import type { Client } from '../client/client.js';
import { fanOut, type NodeResult } from '../client/fanout.js';
import { NodeWait, type NodeWaitOptions } from './node-wait.js';

export interface TrackOptions extends Omit<NodeWaitOptions, 'node'> {
  /** Nodes under way at once; default all. */
  readonly concurrency?: number;
}

/**
 * Asks every node of the client for the action and waits until each is where it shall be, or its time is up. Results
 * come in the order of the nodes.
 * @throws CancelledError when interrupted
 */
export async function trackNodes(options: TrackOptions): Promise<readonly NodeResult<void>[]> {
  const { client } = options;
  const track = (node: string): Promise<void> => new NodeWait({ ...options, node }).run();
  return fanOut(client, track, { concurrency: options.concurrency ?? Math.max(1, nodesOf(client)) });
}

const nodesOf = ({ nodes }: Client): number => nodes.length;
