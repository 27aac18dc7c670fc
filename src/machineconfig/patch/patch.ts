/** Patching configurations: what commands use. */
export { type ApplyOptions, applyPatches, type Patched } from './apply.js';
export { loadPatches, type PatchReader, parsePatch } from './load.js';
export type { Patch } from './types.js';
