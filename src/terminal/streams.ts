/** Where output goes. `write` resolves when the sink can take more; a closed pipe rejects with CancelledError. */
export interface Output {
  write(chunk: string | Uint8Array): Promise<void>;
  /** Whether a person's terminal is at the other end. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined elsewhere, and where it does not know. */
  readonly columns: number | undefined;
  /** Lines of the terminal; undefined elsewhere, and where it does not know. */
  readonly rows?: number | undefined;
  /** Whether colours may be used (terminal, NO_COLOR not set). */
  readonly colour: boolean;
}

/** Where input comes from. */
export interface Input {
  readonly isTerminal: boolean;
  /** Everything until the end. */
  readAll(): Promise<Buffer>;
  /** The chunks as they come. */
  chunks(): AsyncIterable<Buffer>;
  /** One line without its newline, undefined at the end. */
  readLine(): Promise<string | undefined>;
}
