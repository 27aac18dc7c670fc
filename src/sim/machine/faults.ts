import { Deferred } from './deferred.js';

/** What may go wrong on a machine when someone rehearses it. */
export type TaskFault = 'hold' | 'fail';

/** The troubles that a machine was given from outside. They outlast reboots. */
export class Faults {
  readonly #tasks = new Map<string, TaskFault>();
  #silence: Deferred<void> | undefined;
  #released = new Deferred<void>();

  /**
   * A task of a sequence that does not come to its end (`hold`), or to none that is good (`fail`); a service that does not
   * get healthy, or whose process dies again and again.
   */
  disturb(task: string, fault: TaskFault): void {
    this.#tasks.set(task, fault);
  }

  /** Connections stand, but nothing is answered. */
  silence(): void {
    this.#silence ??= new Deferred<void>();
  }

  /** Takes all troubles away; what is held goes on. */
  clear(): void {
    this.#tasks.clear();
    this.#released.resolve();
    this.#released = new Deferred<void>();
    this.#silence?.resolve();
    this.#silence = undefined;
  }

  /** Passes a task that is not disturbed, waits for one that is held, throws for one that fails. */
  async pass(task: string, signal: AbortSignal): Promise<void> {
    while (this.#tasks.get(task) === 'hold') await untilAborted(this.#released.promise, signal);
    if (this.#tasks.get(task) === 'fail') throw new Error(`${task}: rehearsed failure`);
  }

  /** Resolves when the machine may answer. */
  async audible(signal: AbortSignal): Promise<void> {
    while (this.#silence !== undefined) await untilAborted(this.#silence.promise, signal);
  }
}

async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
