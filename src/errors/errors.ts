/**
 * The errors this program raises on purpose, named by what the caller can do about them. Anything else that reaches
 * main is a defect and is reported as one.
 */

/** A failure with a sentence for the person who ran the command. `hint` says what to do next. */
export class TalosctlError extends Error {
  override readonly name: string = 'TalosctlError';
  readonly hint: string | undefined;
  constructor(message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}

/** The words or flags typed are wrong; the command's usage is printed below the message. */
export class UsageError extends TalosctlError {
  override readonly name = 'UsageError';
}

/** The caller interrupted the command (Ctrl-C), or the reader of its output went away. */
export class CancelledError extends TalosctlError {
  override readonly name = 'CancelledError';
}

/** A gRPC call failed. `code` is the gRPC status number, `detail` the server's own text. */
export class CallError extends TalosctlError {
  override readonly name = 'CallError';
  readonly code: number;
  readonly detail: string;
  readonly node: string | undefined;
  readonly endpoint: string | undefined;
  constructor(
    message: string,
    options: {
      code: number;
      detail: string;
      node?: string | undefined;
      endpoint?: string | undefined;
      cause?: unknown;
      hint?: string;
    },
  ) {
    super(message, options);
    this.code = options.code;
    this.detail = options.detail;
    this.node = options.node;
    this.endpoint = options.endpoint;
  }
}

/** One node's failure inside a call to several. */
export interface NodeFailure {
  readonly node: string;
  readonly error: TalosctlError;
}

/** Some nodes failed; what the others answered has been printed. */
export class NodesFailedError extends TalosctlError {
  override readonly name = 'NodesFailedError';
  readonly failures: readonly NodeFailure[];
  constructor(failures: readonly NodeFailure[]) {
    const [hint, ...others] = new Set(failures.map(({ error }) => error.hint));
    super(failures.map(wordsOf).join('\n'), hint === undefined || others.length > 0 ? {} : { hint });
    this.failures = failures;
  }
}

function wordsOf({ node, error: { message } }: NodeFailure): string {
  return message.startsWith(`${node} `) ? message : `${node}: ${message}`;
}

/** A place in a text, for messages: 1-based line and column. */
export interface Position {
  readonly file?: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** What the command did is done and printed, and the outcome itself is a failure: exit 1, nothing more to say. */
export class SilentFailure extends TalosctlError {
  override readonly name = 'SilentFailure';
}
