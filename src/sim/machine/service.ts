import { type ServiceInfo, ServiceStateEvent_Action } from '../../gen/machine/machine.js';
import type { ServiceState, SimServiceFacts } from '../types.js';
import { unlessAborted } from './abort.js';
import type { Events } from './events.js';
import type { Pace } from './pace.js';
import { timestamp } from './timestamp.js';

/** Something a service waits for before it starts. */
export interface Condition {
  /** As the event names it: `service "cri" to be "up"`. */
  readonly description: string;
  wait(signal: AbortSignal): Promise<void>;
}

/** Why a process of a service ended by itself. */
export interface Exit {
  /** The last line it wrote. */
  readonly lastLog: string;
}

/** What makes one service differ from the others. */
export interface ServiceDefinition {
  readonly id: string;
  /** Volumes, other services, network: all waited for at once. */
  readonly conditions: readonly Condition[];
  /** Work of the pre state (pulling an image, waiting for a cluster to join), before the process is made. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** The message of the event when its process runs: `Started task kubelet (PID 228) for container kubelet`. */
  running(pid: number): string;
  /** The form of the runner in a failure's event: `Containerd(kubelet)`. */
  readonly runner: string;
  /** The form of the message when it is told to stop. */
  stopping(pid: number): string;
  readonly healthChecked: boolean;
  /** Whether the API may start, stop and restart it. */
  readonly controllable: boolean;
  /** Called when a process starts: writes its first log lines, and says so where it dies at once. */
  started(pid: number): Exit | undefined;
  /** Called when a process has ended, whatever for. */
  stopped?(): void;
  /** What the health check says while the process is down. */
  readonly downMessage: string;
  /** A line for the log from time to time, undefined for none. */
  chatter?(pid: number): string | undefined;
}

interface Recorded {
  readonly state: ServiceState;
  readonly message: string;
  readonly at: Date;
}

interface Health {
  readonly unknown: boolean;
  readonly healthy: boolean;
  readonly message: string;
  readonly at: Date;
}

export interface ServiceSurroundings {
  readonly events: Events;
  readonly pace: Pace;
  readonly now: () => Date;
  /** Ends when the machine goes down. */
  readonly signal: AbortSignal;
  nextPid(): number;
  log(line: string): void;
  /** Waits while someone holds the service up; throws where it shall fail. */
  pass(signal: AbortSignal): Promise<void>;
  /** Told after every change of state or health. */
  changed(): void;
}

const eventsKept = 64;
const restartInterval = 5000;
const startTime = 300;
const healthCheckDelay = 600;
const stopTime = 200;
const chatterInterval = 7000;

/** One service of a machine: waits for what it needs, runs, is checked, dies and is restarted, is stopped. */
export class Service {
  readonly definition: ServiceDefinition;
  readonly #around: ServiceSurroundings;
  readonly #history: Recorded[] = [];
  #state: ServiceState = 'Initialized';
  #health: Health;
  #pid = 0;
  #stop: AbortController | undefined;
  #run: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #killed: (() => void) | undefined;
  readonly #upWaiters = new Set<() => void>();

  constructor(definition: ServiceDefinition, around: ServiceSurroundings) {
    this.definition = definition;
    this.#around = around;
    this.#health = { unknown: true, healthy: false, message: '', at: around.now() };
  }

  get id(): string {
    return this.definition.id;
  }

  get state(): ServiceState {
    return this.#state;
  }

  /** Process id while a process runs, else 0. */
  get pid(): number {
    return this.#pid;
  }

  get healthy(): boolean | undefined {
    return this.#health.unknown ? undefined : this.#health.healthy;
  }

  /** Running, and healthy where it is checked. */
  get up(): boolean {
    return this.#state === 'Running' && (!this.definition.healthChecked || this.#health.healthy);
  }

  facts(): SimServiceFacts {
    return { id: this.id, state: this.#state, healthy: this.healthy, pid: this.#pid === 0 ? undefined : this.#pid };
  }

  info(): ServiceInfo {
    return {
      id: this.id,
      state: this.#state,
      events: {
        events: this.#history.map(({ state, message, at }) => ({ msg: message, state, ts: timestamp(at) })),
      },
      health: this.#healthMessage(),
    };
  }

  /** The condition that other services wait for. */
  upCondition(): Condition {
    return { description: `service "${this.id}" to be "up"`, wait: (signal) => this.#whenUp(signal) };
  }

  /** Starts the service unless it is on its way already. */
  start(): void {
    if (this.#run !== undefined) return;
    const stop = new AbortController();
    this.#stop = stop;
    const signal = AbortSignal.any([stop.signal, this.#around.signal]);
    this.#run = this.#life(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Resolves when the service has finished. */
  async stop(): Promise<void> {
    await this.#end('Finished', 'Service finished successfully');
  }

  /** Ends the service with a failure, after which it stays down until it is started. */
  async fail(message: string): Promise<void> {
    await this.#end('Failed', message);
  }

  async #end(state: ServiceState, message: string): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    this.#ending ??= this.#endRun(run, state, message).finally(() => {
      this.#ending = undefined;
    });
    await this.#ending;
  }

  async #endRun(run: Promise<void>, state: ServiceState, message: string): Promise<void> {
    if (this.#pid !== 0) {
      this.#record('Stopping', this.definition.stopping(this.#pid));
      await this.#around.pace.wait(stopTime, this.#around.signal).catch(() => undefined);
    }
    this.#stop?.abort();
    await run;
    this.#run = undefined;
    this.#pid = 0;
    if (this.#around.signal.aborted) return;
    this.#record(state, message);
  }

  get started(): boolean {
    return this.#run !== undefined;
  }

  /** Ends the process behind the service's back; it is started again at once. */
  kill(): void {
    if (this.#pid === 0) return;
    this.#killed?.();
  }

  async #life(signal: AbortSignal): Promise<void> {
    const { pace } = this.#around;
    this.#setHealth(true, false, '');
    this.#record('Starting', 'Starting service');
    await this.#conditions(signal);
    this.#record('Preparing', 'Running pre state');
    await this.definition.prepare?.(signal);
    await pace.wait(startTime, signal);
    this.#record('Preparing', 'Creating service runner');
    for (;;) {
      const exit = await this.#process(signal);
      if (exit === undefined) continue;
      this.#record(
        'Waiting',
        `Error running ${this.definition.runner}, going to restart forever: task "${this.id}" failed: exit code 1 ` +
          `(last log ${JSON.stringify(exit.lastLog)})`,
      );
      if (this.definition.healthChecked) this.#setHealth(false, false, this.definition.downMessage);
      await pace.wait(restartInterval, signal);
    }
  }

  /** One process from start to end. Gives why it ended by itself, undefined when it was killed. */
  async #process(signal: AbortSignal): Promise<Exit | undefined> {
    const { pace } = this.#around;
    await pace.wait(startTime, signal);
    const pid = this.#around.nextPid();
    this.#pid = pid;
    const life = new AbortController();
    this.#killed = () => life.abort();
    const alive = AbortSignal.any([signal, life.signal]);
    try {
      this.#record('Running', this.definition.running(pid));
      const exit = this.definition.started(pid) ?? (await this.#disturbed(alive));
      if (exit !== undefined) return exit;
      if (this.definition.healthChecked) {
        await pace.wait(healthCheckDelay, alive);
        this.#setHealth(false, true, '');
        this.#record('Running', 'Health check successful');
      }
      for (const wake of this.#upWaiters) wake();
      for (;;) {
        await pace.wait(chatterInterval, alive);
        const line = this.definition.chatter?.(pid);
        if (line !== undefined) this.#around.log(line);
      }
    } catch (error) {
      if (signal.aborted || !life.signal.aborted) throw error;
      return undefined;
    } finally {
      this.#pid = 0;
      this.#killed = undefined;
      this.definition.stopped?.();
    }
  }

  /** How the process ends at once where trouble is rehearsed; while it is held, its health stays unknown. */
  async #disturbed(signal: AbortSignal): Promise<Exit | undefined> {
    try {
      await this.#around.pass(signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return { lastLog: error instanceof Error ? error.message : String(error) };
    }
  }

  async #conditions(signal: AbortSignal): Promise<void> {
    const pending = new Map(
      this.definition.conditions.map((condition) => {
        const met = condition.wait(signal).then(() => void pending.delete(condition));
        met.catch(() => undefined);
        return [condition, met] as const;
      }),
    );
    while (pending.size > 0) {
      const description = [...pending.keys()].map((condition) => condition.description).join(', ');
      this.#record('Waiting', `Waiting for ${description}`);
      await unlessAborted(Promise.race(pending.values()), signal);
      // What comes true at about the same moment leaves the list together.
      await this.#around.pace.wait(startTime, signal);
    }
  }

  async #whenUp(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.up) return;
    await new Promise<void>((resolve, reject) => {
      const done = (): void => {
        this.#upWaiters.delete(done);
        signal.removeEventListener('abort', fail);
        resolve();
      };
      const fail = (): void => {
        this.#upWaiters.delete(done);
        reject(signal.reason as Error);
      };
      this.#upWaiters.add(done);
      signal.addEventListener('abort', fail, { once: true });
    });
  }

  #record(state: ServiceState, message: string): void {
    this.#state = state;
    this.#history.push({ state, message, at: this.#around.now() });
    if (this.#history.length > eventsKept) this.#history.shift();
    this.#around.events.service({
      service: this.id,
      action: actions[state],
      message,
      health: this.#healthMessage(),
    });
    this.#around.changed();
  }

  #setHealth(unknown: boolean, healthy: boolean, message: string): void {
    const at =
      unknown === this.#health.unknown && healthy === this.#health.healthy ? this.#health.at : this.#around.now();
    this.#health = { unknown, healthy, message, at };
    this.#around.changed();
  }

  #healthMessage(): NonNullable<ServiceInfo['health']> {
    const { unknown, healthy, message, at } = this.#health;
    return { unknown, healthy, lastMessage: message, lastChange: timestamp(at) };
  }
}

const actions: Readonly<Record<ServiceState, ServiceStateEvent_Action>> = {
  Initialized: ServiceStateEvent_Action.INITIALIZED,
  Preparing: ServiceStateEvent_Action.PREPARING,
  Waiting: ServiceStateEvent_Action.WAITING,
  Pre: ServiceStateEvent_Action.PREPARING,
  Starting: ServiceStateEvent_Action.STARTING,
  Running: ServiceStateEvent_Action.RUNNING,
  Stopping: ServiceStateEvent_Action.STOPPING,
  Finished: ServiceStateEvent_Action.FINISHED,
  Failed: ServiceStateEvent_Action.FAILED,
  Skipped: ServiceStateEvent_Action.SKIPPED,
};
