import { decodeConfig } from '../decode/decode.js';
import type { Document, MachineConfig, Problem } from '../document.js';
import { keepComments } from '../edit/keepcomments.js';
import { encodeConfig } from '../encode/encode.js';
import { cloneValue } from '../value.js';
import { patchText } from './jsontext.js';
import { mergeStrategic } from './strategic.js';
import type { Patch } from './types.js';

export interface ApplyOptions {
  readonly file?: string | undefined;
  /** See DecodeOptions.source. */
  readonly source?: 'file' | 'node';
  /** Edits the text in place: comments, order and style of what is not patched stay. Needs a text to patch. */
  readonly keepComments?: boolean;
}

export interface Patched {
  readonly text: string;
  readonly warnings: readonly Problem[];
}

/** A configuration under way through its patches: as text or decoded, whichever the last patch left. */
type State =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'documents'; readonly documents: readonly Document[] };

/** Applies the patches in order. Without any patch the text comes back as it is. Throws ConfigError. */
export function applyPatches(
  config: string | MachineConfig,
  patches: readonly Patch[],
  options: ApplyOptions = {},
): Patched {
  const warnings: Problem[] = [];
  let state: State =
    typeof config === 'string' ? { kind: 'text', text: config } : { kind: 'documents', documents: copy(config) };
  for (const patch of patches) {
    if (patch.kind === 'strategic') {
      state = { kind: 'documents', documents: mergeStrategic(documentsOf(state, options), patch, warnings) };
    } else if (patch.kind === 'json') {
      state = { kind: 'text', text: patchText(textOf(state), patch, options, warnings) };
    }
  }
  const text = textOf(state);
  if (options.keepComments !== true || typeof config !== 'string' || text === config) return { text, warnings };
  return { text: keepComments(config, text, options, warnings), warnings };
}

function copy(config: MachineConfig): Document[] {
  return config.documents.map((document) => ({
    kind: document.kind,
    apiVersion: document.apiVersion,
    name: document.name,
    opaqueText: document.opaqueText,
    value: cloneValue(document.value),
    position: (path) => document.position(path),
  }));
}

function documentsOf(state: State, { file, source }: ApplyOptions): readonly Document[] {
  return state.kind === 'documents'
    ? state.documents
    : decodeConfig(state.text, { file, ...(source && { source }) }).documents;
}

function textOf(state: State): string {
  return state.kind === 'text' ? state.text : encodeConfig({ documents: state.documents });
}
