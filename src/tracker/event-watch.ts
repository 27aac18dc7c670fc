import type { Client } from '../client/client.js';
import { decodeEvent, type MachineEvent } from '../client/events.js';
import { type Event, MachineServiceService } from '../gen/machine/machine.js';
import type { TrackerClock } from './clock.js';
import { isLastWord, sequenceFailure } from './event-text.js';
import { FollowedStream } from './followed-stream.js';

/** Whose events count: those of the actor that works for us, and from the next boot on all. */
type Audience = 'nobody' | 'actor' | 'everyone';

/**
 * The events of a node over reboots and lost connections. Each is told once, although a stream that is taken up again
 * begins with what the node still keeps.
 */
export class EventWatch {
  readonly #stream: FollowedStream<Event>;
  readonly #tell: (event: MachineEvent) => void;
  readonly #seen = new Set<string>();
  readonly #opened: Promise<void>;
  #isOpen: () => void = () => undefined;
  #audience: Audience = 'nobody';
  #actor = '';
  /** What came before the actor was known. */
  #early: Event[] = [];
  #failure: string | undefined;
  #begun = false;
  #lastWord = false;

  constructor(client: Client, node: string, clock: TrackerClock, tell: (event: MachineEvent) => void) {
    this.#tell = tell;
    this.#opened = new Promise((resolve) => {
      this.#isOpen = resolve;
    });
    this.#stream = new FollowedStream(
      (attempt, signal) => {
        const request = { tailEvents: attempt === 0 ? 0 : -1, tailId: '', tailSeconds: 0, withActorId: '' };
        return client.serverStream(MachineServiceService.events, request, { node, signal });
      },
      (event) => this.#take(event),
      clock,
    );
  }

  /** Why the sequence of the actor failed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Whether the actor has done anything yet. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Whether the actor has come to the end of the way down. */
  get lastWord(): boolean {
    return this.#lastWord;
  }

  run(): Promise<void> {
    return this.#stream.run();
  }

  /** Resolves when the first stream is open: what happens from then on is told. */
  opened(): Promise<void> {
    return this.#opened;
  }

  /** Tells the events of an actor, those of the last moment too. */
  followActor(actor: string): void {
    this.#actor = actor;
    this.#audience = 'actor';
    for (const event of this.#early.splice(0)) this.#hand(event);
  }

  /** Tells everything from now on, whoever works for whom. */
  followEveryone(): void {
    this.#audience = 'everyone';
    for (const event of this.#early.splice(0)) this.#hand(event);
  }

  /** The same of another boot, from its beginning. */
  followAll(): void {
    this.#audience = 'everyone';
    this.#stream.renew();
  }

  renew(): void {
    this.#stream.renew();
  }

  end(): void {
    this.#stream.end();
  }

  #take(event: Event): void {
    this.#isOpen();
    if (this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    if (this.#audience === 'nobody') this.#early.push(event);
    else this.#hand(event);
  }

  #hand(event: Event): void {
    const ours = this.#actor !== '' && event.actorId === this.#actor;
    if (!ours && this.#audience !== 'everyone') return;
    const content = decodeEvent(event);
    if (content === undefined) return;
    if (ours) {
      this.#begun = true;
      this.#failure ??= sequenceFailure(content);
      this.#lastWord ||= isLastWord(content);
    }
    this.#tell(content);
  }
}
