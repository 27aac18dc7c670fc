import type { MachineConfig } from '../document.js';

export interface DecodeOptions {
  /** Name for messages; `-` for standard input. */
  readonly file?: string | undefined;
  /**
   * Where the text comes from. A local `file` must be wholly known to this client; documents of a `node` that this client
   * does not know (newer kinds or fields) are kept as text.
   */
  readonly source?: 'file' | 'node';
}

/** Reads a configuration of one or more documents. Throws one ConfigError with every problem found. */
export declare function decodeConfig(text: string, options?: DecodeOptions): MachineConfig;
