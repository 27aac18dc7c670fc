import { decodeConfig } from '../../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../../src/machineconfig/encode/encode.js';
import { ConfigError } from '../../src/machineconfig/errors.js';
import { type ApplyOptions, applyPatches, parsePatch } from '../../src/machineconfig/patch/patch.js';

/** The configuration written anew. */
export function reencode(text: string): string {
  return encodeConfig(decodeConfig(text));
}

/** The result of inline patches. */
export function patch(config: string, patches: readonly string[], options: ApplyOptions = {}): string {
  return applyPatches(config, read(patches), options).text;
}

/** What the patches warn of, `path: message`. */
export function warningsOf(config: string, patches: readonly string[]): string[] {
  return applyPatches(config, read(patches)).warnings.map(
    ({ document, path, message }) => `${document} ${path}: ${message}`,
  );
}

function read(patches: readonly string[]) {
  return patches.map((text, at) => parsePatch(text, `p${at + 1}.yaml`));
}

/** The lines of the error that the action ends in. */
export function problemsOf(action: () => unknown): string[] {
  try {
    action();
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  throw new Error('the action succeeded');
}

/** A small worker configuration that tests patch. */
export const worker = `version: v1alpha1
machine:
  type: worker
cluster:
  controlPlane:
    endpoint: https://192.0.2.5:6443
`;
