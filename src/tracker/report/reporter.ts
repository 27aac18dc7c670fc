import type { MachineEvent } from '../../client/events.js';

/** One thing that is told about a node while it is waited for. */
export interface Update {
  readonly node: string;
  /** What is waited for: `going down`, `coming up`. */
  readonly phase: string;
  /** `phase`: a new one begins; `event`: the node tells; `note`: this side tells; `done` and `failed` are the last. */
  readonly kind: 'phase' | 'event' | 'note' | 'done' | 'failed';
  readonly text: string;
  /** With `event`. */
  readonly event?: MachineEvent | undefined;
}

/** Shows how the nodes get on. */
export interface Reporter {
  update(update: Update): Promise<void>;
}
