import type { Client } from '../client/client.js';
import type { Data } from '../gen/common/common.js';
import { MachineServiceService } from '../gen/machine/machine.js';
import type { TrackerClock } from './clock.js';
import { FollowedStream } from './followed-stream.js';

/** The latest lines of a node's kernel log, over reboots, kept here for when the node answers no longer. */
export class KernelWatch {
  readonly #stream: FollowedStream<Data>;
  readonly #kept: number;
  readonly #lines = new Set<string>();

  /** @param kept how many lines */
  constructor(client: Client, node: string, clock: TrackerClock, kept: number) {
    this.#kept = kept;
    this.#stream = new FollowedStream(
      (attempt, signal) =>
        client.serverStream(MachineServiceService.dmesg, { follow: true, tail: attempt === 0 }, { node, signal }),
      ({ bytes }) => this.#take(bytes),
      clock,
    );
  }

  /** The oldest first. */
  get lines(): readonly string[] {
    return [...this.#lines];
  }

  run(): Promise<void> {
    return this.#stream.run();
  }

  renew(): void {
    this.#stream.renew();
  }

  end(): void {
    this.#stream.end();
  }

  /** A node sends whole messages. Those of a stream that was taken up again may be known already. */
  #take(bytes: Buffer): void {
    for (const line of bytes.toString().split('\n')) if (line !== '') this.#lines.add(line);
    for (const oldest of this.#lines) {
      if (this.#lines.size <= this.#kept) break;
      this.#lines.delete(oldest);
    }
  }
}
