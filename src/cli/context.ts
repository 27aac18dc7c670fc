import type { Client, ClientOptions } from '../client/client.js';
import type { Talosconfig } from '../talosconfig/talosconfig.js';
import type { Editor } from '../terminal/editor.js';
import type { TerminalSession } from '../terminal/session.js';
import type { Input, Output } from '../terminal/streams.js';

/** Time, so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Resolves after the milliseconds, rejects with CancelledError when the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The six connection flags as typed. */
export interface ConnectionFlags {
  readonly talosconfig: string;
  readonly context: string;
  readonly cluster: string;
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  readonly siderov1KeysDir: string;
}

/**
 * All a command may reach. Accessors are lazy: asking for the client opens the talosconfig and loads gRPC, not before.
 * main makes the real one, tests make their own.
 */
export interface Context {
  readonly stdin: Input;
  /** Data only. */
  readonly stdout: Output;
  /** Everything else that a person reads. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name and version of the JavaScript runtime, e.g. `node v20.20.2`. */
  readonly runtime: string;
  /** Working folder; relative paths on the command line start here. */
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly connection: ConnectionFlags;
  /** Path of the running program and the words that start it again, for background processes. */
  readonly self: readonly string[];
  /** The client configuration that the flags and the environment point to. */
  talosconfig(): Promise<Talosconfig>;
  /**
   * Connects as the flags and the talosconfig say. Fails before dialling where no node or no endpoint is named, unless
   * options say otherwise. Closed by main when the command ends.
   */
  client(options?: ClientOptions): Promise<Client>;
  /** Asks yes or no on the terminal; true at once where stdin is no terminal (as the reference, which never asks). */
  confirm(question: string): Promise<boolean>;
  readonly editor: Editor;
  /** Hands the terminal to something that runs elsewhere, until the session is closed. */
  session(): TerminalSession;
}
