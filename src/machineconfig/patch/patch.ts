import type { MachineConfig, Problem } from '../document.js';

/** A patch that has been read: where it came from for messages, and what kind it is. */
export interface Patch {
  /** `@file`'s path, `-`, or `patch 2` for inline text. */
  readonly source: string;
  readonly kind: 'strategic' | 'json' | 'empty';
  readonly text: string;
}

export interface PatchReader {
  readFile(path: string): Promise<string>;
  readStdin(): Promise<string>;
}

/**
 * Reads patches as `--patch` gives them: `@path`, a bare path, `@-`, or the patch itself, each a strategic merge (YAML or
 * JSON) or a JSON patch (RFC 6902, JSON or YAML). Throws ConfigError naming the bad one.
 */
export declare function loadPatches(args: readonly string[], reader: PatchReader): Promise<readonly Patch[]>;

export interface ApplyOptions {
  readonly file?: string | undefined;
  /** See DecodeOptions.source. */
  readonly source?: 'file' | 'node';
  /** Edits the text in place: comments, order and style of what is not patched stay. */
  readonly keepComments?: boolean;
}

export interface Patched {
  readonly text: string;
  readonly warnings: readonly Problem[];
}

/** Applies the patches in order. Without any patch the text comes back as it is. Throws ConfigError. */
export declare function applyPatches(
  config: string | MachineConfig,
  patches: readonly Patch[],
  options?: ApplyOptions,
): Patched;
