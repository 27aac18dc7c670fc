/** One context as the file has it. Certificates and keys are base64 of PEM, as written. */
export interface TalosconfigContext {
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  readonly ca?: string | undefined;
  readonly crt?: string | undefined;
  readonly key?: string | undefined;
  readonly cluster?: string | undefined;
  /** How contexts of other makers (Omni) sign in: kept as read. */
  readonly auth?: unknown;
  /** Keys this program does not know: kept as read, written after its own. */
  readonly unknownKeys?: ReadonlyMap<string, unknown> | undefined;
}

/** The content of one file. */
export interface TalosconfigContent {
  /** Name of the current context, empty when none. */
  readonly context: string;
  readonly contexts: ReadonlyMap<string, TalosconfigContext>;
  readonly unknownKeys?: ReadonlyMap<string, unknown> | undefined;
}

/** A file that a client configuration was read from. */
export interface TalosconfigFile extends TalosconfigContent {
  readonly path: string;
}

/** The client configuration, parsed. */
export interface Talosconfig extends TalosconfigContent {
  /** Absolute path it was read from (and will be written to). The first of several. */
  readonly path: string;
  /** Whether the file was there. Default true. */
  readonly exists?: boolean;
  /** Whether it may be written; not so the one that Talos mounts into a pod. Default true. */
  readonly writable?: boolean;
  /** Where `$TALOSCONFIG` names several files: each with its own content, `contexts` being all of them together. */
  readonly files?: readonly TalosconfigFile[];
}

/** A context without anything in it. */
export const emptyContext: TalosconfigContext = { endpoints: [], nodes: [] };

/** The configuration with one context set (added, or replaced where it was). */
export function withContext(config: Talosconfig, name: string, context: TalosconfigContext): Talosconfig {
  return { ...config, contexts: new Map(config.contexts).set(name, context) };
}

/** Names of all contexts in byte order. */
export function contextNames(config: TalosconfigContent): readonly string[] {
  return [...config.contexts.keys()].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}
