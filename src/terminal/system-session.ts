import { constants } from 'node:os';
import type { Interrupts, SignalSource } from './interrupts.js';
import type { SessionEvent, TerminalSession, TerminalSize } from './session.js';

export interface SessionParts {
  readonly stdin: { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  readonly stdout: {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
    on(event: 'resize', listener: () => void): unknown;
    removeListener(event: 'resize', listener: () => void): unknown;
  };
  readonly signals: SignalSource;
  readonly interrupts: Interrupts;
}

/** Passed on; SIGTERM goes on ending this program. */
const passedOn: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGHUP'];

/** A session on the terminal of the process. */
export function openSession({ stdin, stdout, signals, interrupts }: SessionParts): TerminalSession {
  const listeners: ((event: SessionEvent) => void)[] = [];
  const tell = (event: SessionEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const sizeNow = (): TerminalSize | undefined => {
    const { columns, rows } = stdout;
    return columns === undefined || rows === undefined ? undefined : { columns, rows };
  };
  const onResize = (): void => {
    const size = sizeNow();
    if (size !== undefined) tell({ kind: 'resize', size });
  };
  const onSignal = (name: NodeJS.Signals): void => tell({ kind: 'signal', signal: constants.signals[name] });
  const resume = interrupts.pause();
  for (const name of passedOn) signals.on(name, onSignal);
  stdout.on('resize', onResize);
  const raw = stdin.isTTY === true;
  if (raw) stdin.setRawMode?.(true);
  return {
    get size() {
      return sizeNow();
    },
    listen: (listener) => void listeners.push(listener),
    close: () => {
      listeners.length = 0;
      if (raw) stdin.setRawMode?.(false);
      stdout.removeListener('resize', onResize);
      for (const name of passedOn) signals.removeListener(name, onSignal);
      resume();
    },
  };
}
