/** Columns and lines. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export type SessionEvent =
  | { readonly kind: 'resize'; readonly size: TerminalSize }
  /** A signal that this program got in place of what it is connected to, by its number. */
  | { readonly kind: 'signal'; readonly signal: number };

/**
 * This program's terminal while it belongs to something that runs elsewhere: keys come through the standard input as
 * they are pressed, Ctrl-C among them, and nothing is echoed. Where no terminal is, only signals are told.
 */
export interface TerminalSession {
  /** Undefined where standard output is no terminal. */
  readonly size: TerminalSize | undefined;
  /** Tells what happens until the session is closed. */
  listen(listener: (event: SessionEvent) => void): void;
  /** Gives the terminal back as it was. */
  close(): void;
}
