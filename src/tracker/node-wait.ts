import type { CallOptions, Client } from '../client/client.js';
import { CallError, CancelledError, TalosctlError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { MachineServiceService } from '../gen/machine/machine.js';
import { formatDuration } from '../render/times.js';
import { type Boot, isSameBoot, readBoot } from './boot.js';
import type { TrackerClock } from './clock.js';
import { eventText } from './event-text.js';
import { EventWatch } from './event-watch.js';
import { KernelWatch } from './kernel-watch.js';
import type { Reporter, Update } from './report/reporter.js';
import { describeUnmet, look, type Sight } from './sight.js';
import { WaitError } from './wait-error.js';

/** Waits until a node is where it shall be, in phases. Gives the words for being there. */
export type Goal = (wait: NodeWait) => Promise<string>;

/** What nodes are asked to do, and what is waited for. */
export interface TrackedAction {
  /** For messages: `reboot`. */
  readonly name: string;
  /** What the node is asked for, where that is but a part of it; default the name. */
  readonly requestName?: string;
  /** Whether a node that does not answer at first is waited for, instead of being a failure. */
  readonly mayBeComingUp?: boolean;
  /** What comes before the node is asked, in phases. */
  prepare?(wait: NodeWait): Promise<void>;
  /** Asks a node. Gives the id of the actor whose events tell how it goes on; empty where the node names none. */
  request(node: string, options: CallOptions): Promise<string>;
  /** Milliseconds that the answer to the request may take; default a minute. */
  readonly requestLimit?: number;
  readonly goal: Goal;
  /** What becomes of it when nobody waits any longer; default that it goes on. */
  readonly unattended?: string;
  /** How to wait longer; default the flag --timeout. */
  readonly waitsLonger?: string;
}

export interface NodeWaitOptions {
  readonly client: Client;
  readonly node: string;
  readonly action: TrackedAction;
  readonly clock: TrackerClock;
  /** Milliseconds for everything. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
  /** How many lines of the kernel log are kept for a failure. */
  readonly kernelLines: number;
  /** Connects to a node in maintenance mode. */
  readonly maintenance?: ((node: string) => Promise<Client>) | undefined;
}

const minute = 60_000;
/** Steps that are a call or two. */
const shortLimit = minute;
const lookTimeout = 5000;
const aliveTimeout = 3000;
const lookInterval = 1000;

/** One node that is asked for something and waited for: what goals are made of. */
export class NodeWait {
  readonly node: string;
  readonly client: Client;
  readonly clock: TrackerClock;
  readonly events: EventWatch;
  readonly maintenance: NodeWaitOptions['maintenance'];
  readonly #options: NodeWaitOptions;
  readonly #kernel: KernelWatch;
  readonly #deadline: number;
  #before: Boot = {};
  #phase = 'preparing';
  #asked: 'not yet' | 'being asked' | 'asked' = 'not yet';
  #lastEvent: { readonly text: string; readonly at: number } | undefined;
  #lastSight: Sight | undefined;
  #wake = new AbortController();
  /** Updates are shown one after the other, in order. */
  #told: Promise<void> = Promise.resolve();

  constructor(options: NodeWaitOptions) {
    const { client, node, clock } = options;
    this.#options = options;
    this.node = node;
    this.client = client;
    this.clock = clock;
    this.maintenance = options.maintenance;
    this.#deadline = clock.now().getTime() + options.timeout;
    this.events = new EventWatch(client, node, clock, (event) => {
      const text = eventText(event);
      if (text === undefined) return;
      this.#lastEvent = { text, at: clock.now().getTime() };
      this.#tell({ kind: 'event', text, event });
      if (event.kind === 'MachineStatusEvent' || this.events.failure !== undefined || this.events.lastWord) {
        this.#wake.abort();
      }
    });
    this.#kernel = new KernelWatch(client, node, clock, options.kernelLines);
  }

  /** The boot in which the node was asked. */
  get before(): Boot {
    return this.#before;
  }

  /** The latest messages of the node's kernel log, the oldest first. */
  get kernelLines(): readonly string[] {
    return this.#kernel.lines;
  }

  /**
   * Asks the node and waits for the goal.
   * @throws WaitError where the goal is not reached, CallError where the node refuses
   */
  async run(): Promise<void> {
    const { action, client, node } = this.#options;
    const background = [this.events.run(), this.#kernel.run()];
    try {
      await action.prepare?.(this);
      await this.phase('preparing', shortLimit, async (signal) => {
        this.#before = await (action.mayBeComingUp === true
          ? this.#firstBoot(signal)
          : readBoot(client, { node, signal }));
        await Promise.race([this.events.opened(), this.clock.sleep(lookTimeout, signal)]);
      });
      const actor = await this.phase(
        `asking for the ${action.requestName ?? action.name}`,
        action.requestLimit ?? shortLimit,
        (signal) => {
          this.#asked = 'being asked';
          return action.request(node, { node, signal });
        },
      );
      this.#asked = 'asked';
      this.events.followActor(actor);
      const words = await action.goal(this);
      this.#tell({ kind: 'done', text: words });
    } catch (error) {
      if (error instanceof CancelledError) this.#tell({ kind: 'failed', text: this.#leftAs() });
      else if (error instanceof TalosctlError) this.#tell({ kind: 'failed', text: `failed in phase "${this.#phase}"` });
      throw error;
    } finally {
      this.events.end();
      this.#kernel.end();
      await Promise.all(background);
      await this.#told;
    }
  }

  /**
   * Does a part of the waiting within a time of its own, which never goes beyond that for everything.
   * @throws WaitError when the time is up, with the last that is known of the node
   */
  async phase<T>(name: string, limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal: outer } = this.#options;
    this.#phase = name;
    this.#tell({ kind: 'phase', text: name });
    const began = this.clock.now().getTime();
    const allowed = Math.max(0, Math.min(limit, this.#deadline - began));
    const done = new AbortController();
    const expired = new AbortController();
    const late = new Promise<never>((_, reject) => {
      this.clock.sleep(allowed, done.signal).then(
        () => {
          expired.abort();
          reject(this.#timeUp(allowed));
        },
        () => undefined,
      );
    });
    try {
      // What is still under way when the work is done would keep the process waiting.
      return await Promise.race([work(AbortSignal.any([outer, expired.signal, done.signal])), late]);
    } catch (error) {
      throw expired.signal.aborted && !outer.aborted && !(error instanceof WaitError) ? this.#timeUp(allowed) : error;
    } finally {
      done.abort();
    }
  }

  /**
   * Looks at the node again and again until the judge gives a verdict.
   * @throws WaitError where the node tells that what it was asked for failed
   */
  async until<T>(signal: AbortSignal, judge: (sight: Sight) => T | undefined | Promise<T | undefined>): Promise<T> {
    for (;;) {
      const { failure } = this.events;
      if (failure !== undefined)
        throw this.failed(`the ${this.#options.action.name} of ${this.node} failed: ${failure}`);
      const sight = await this.#look(signal);
      const verdict = await judge(sight);
      if (verdict !== undefined) return verdict;
      await this.#pause(signal);
    }
  }

  /** Milliseconds until the time for everything is up. */
  get remaining(): number {
    return Math.max(0, this.#deadline - this.clock.now().getTime());
  }

  /** A limit that grows with the time for everything: half of that at least. */
  stretched(limit: number): number {
    return Math.max(limit, this.#options.timeout / 2);
  }

  /** Whether a node that answered is in another boot than the one in which it was asked. */
  isNewBoot(sight: Sight): boolean {
    return sight.error === undefined && !isSameBoot(sight.boot, this.#before);
  }

  /** Says something about the node. */
  note(text: string): void {
    this.#tell({ kind: 'note', text });
  }

  /** The error of a goal that cannot be reached. */
  failed(message: string, hint?: string): WaitError {
    const { kernelLines } = this;
    return new WaitError(message, hint === undefined ? { kernelLines } : { kernelLines, hint });
  }

  async #look(signal: AbortSignal): Promise<Sight> {
    const { client, node } = this;
    const sight = await look(client, { node, signal, timeout: lookTimeout });
    const before = this.#lastSight?.error;
    if (sight.error !== undefined && sight.error.code !== before?.code) {
      this.note(`does not answer, trying again: ${sight.error.message}`);
    }
    if (sight.error === undefined && before !== undefined) {
      this.note('answers again');
      this.#renewStreams();
    }
    this.#lastSight = sight;
    if (sight.error !== undefined) await this.#tryAnotherWay(sight.error, signal);
    return sight;
  }

  /** The boot of a node as soon as it answers. */
  async #firstBoot(signal: AbortSignal): Promise<Boot> {
    for (;;) {
      const sight = await this.#look(signal);
      if (sight.error === undefined) return sight.boot;
      await this.#pause(signal);
    }
  }

  /** The next look goes through the next endpoint, over a new connection where the present one is dead. */
  async #tryAnotherWay(error: CallError, signal: AbortSignal): Promise<void> {
    const { client, node } = this;
    if (error.code !== GrpcStatus.DeadlineExceeded) return client.moveOn({ node });
    this.#renewStreams();
    const alive = await client.unary(MachineServiceService.version, {}, { timeout: aliveTimeout, signal }).then(
      () => true,
      (failure: unknown) => {
        if (!(failure instanceof CallError)) throw failure;
        return failure.code !== GrpcStatus.DeadlineExceeded;
      },
    );
    client.moveOn({ node, drop: !alive });
  }

  #renewStreams(): void {
    this.events.renew();
    this.#kernel.renew();
  }

  /** Until the next look: a moment, or less when the node tells something that matters. */
  async #pause(signal: AbortSignal): Promise<void> {
    const wake = new AbortController();
    this.#wake = wake;
    try {
      await this.clock.sleep(lookInterval, AbortSignal.any([signal, wake.signal]));
    } catch (error) {
      if (signal.aborted || !wake.signal.aborted) throw error;
    }
  }

  #timeUp(allowed: number): WaitError {
    const { action, timeout } = this.#options;
    const { waitsLonger = `--timeout (now ${formatDuration(timeout)}) waits longer` } = action;
    const now = this.clock.now().getTime();
    // A busy machine wakes up late: what is up is the time that was given.
    const elapsed = wholeSeconds(Math.min(timeout, now - (this.#deadline - timeout)));
    const unreachable = this.#lastSight?.error !== undefined;
    return this.failed(
      `the ${action.name} of ${this.node} is not done after ${elapsed}: phase "${this.#phase}" has taken ` +
        `${wholeSeconds(allowed)}; ${[...this.#state(), this.#progress(now)].join('; ')}`,
      unreachable
        ? 'look at its console; it may still come'
        : `look at \`talosctl -n ${this.node} dmesg\` and \`services\`; ${waitsLonger}`,
    );
  }

  /** Where the node stands when nobody waits for it any longer. */
  #leftAs(): string {
    const { name, unattended = `the ${name} goes on` } = this.#options.action;
    const left = this.#unasked ?? [...this.#state(), unattended].join('; ');
    return `interrupted in phase "${this.#phase}": ${left}`;
  }

  /** How far the node has got with it, as it told. */
  #progress(now: number): string {
    const last = this.#lastEvent;
    if (this.#unasked !== undefined) return this.#unasked;
    if (last === undefined) return 'it has told nothing about it';
    return `the last it told, ${wholeSeconds(now - last.at)} ago: ${last.text}`;
  }

  /** That the node does not know of it, or may not; undefined where it was asked. */
  get #unasked(): string | undefined {
    const { name, requestName = name } = this.#options.action;
    if (this.#asked === 'not yet') return `the node was not asked for the ${requestName}`;
    return this.#asked === 'being asked' ? 'the node may have taken it, and may not' : undefined;
  }

  /** How the node was seen last. */
  #state(): readonly string[] {
    return this.#lastSight === undefined ? [] : [stateOf(this.#lastSight)];
  }

  #tell(update: Pick<Update, 'kind' | 'text' | 'event'>): void {
    const { reporter, node } = this.#options;
    const phase = this.#phase;
    this.#told = this.#told.then(() => reporter.update({ node, phase, ...update }));
    // Thrown where it is waited for.
    this.#told.catch(() => undefined);
  }
}

function wholeSeconds(milliseconds: number): string {
  return formatDuration(Math.round(milliseconds / 1000) * 1000);
}

function stateOf(sight: Sight): string {
  if (sight.error !== undefined) return `the node does not answer (${sight.error.message})`;
  const { stage, ready, unmet } = sight.status;
  if (ready) return `the node is ${stage}`;
  return `the node is ${stage}, not ready${unmet.length === 0 ? '' : ` (${describeUnmet(unmet)})`}`;
}
