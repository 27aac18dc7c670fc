/** What Ctrl-C does. */
export interface Interrupts {
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Leaves Ctrl-C to someone else until the function it gives is called. */
  pause(): () => void;
}

/** The part of the process that brings signals. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  removeListener(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * The first Ctrl-C (or SIGTERM) aborts `controller` and calls `onFirst`. After it the process has its own handling back,
 * so that the second ends it at once.
 */
export function catchInterrupts(source: SignalSource, controller: AbortController, onFirst: () => void): Interrupts {
  let paused = 0;
  const listener = (name: NodeJS.Signals): void => {
    if (paused > 0 && name === 'SIGINT') return;
    for (const each of signals) source.removeListener(each, listener);
    onFirst();
    controller.abort();
  };
  for (const each of signals) source.on(each, listener);
  return {
    signal: controller.signal,
    pause: () => {
      paused++;
      return () => {
        paused--;
      };
    },
  };
}
