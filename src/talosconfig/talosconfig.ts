/** One context as the file has it. Certificates and keys are base64 of PEM, as written. */
export interface TalosconfigContext {
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  readonly ca?: string | undefined;
  readonly crt?: string | undefined;
  readonly key?: string | undefined;
  readonly cluster?: string | undefined;
  /** Contexts of other makers (Omni): kept as read. */
  readonly auth?: unknown;
}

/** The client configuration file, parsed. */
export interface Talosconfig {
  /** Absolute path it was read from (and will be written to). */
  readonly path: string;
  /** Name of the current context, empty when none. */
  readonly context: string;
  readonly contexts: ReadonlyMap<string, TalosconfigContext>;
}
