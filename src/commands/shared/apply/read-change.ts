import { CallError } from '../../../errors/errors.js';
import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import type { MachineConfig } from '../../../machineconfig/document.js';
import { encodeConfig } from '../../../machineconfig/encode/encode.js';
import { ConfigError } from '../../../machineconfig/errors.js';
import type { Change } from './change.js';

/**
 * What a node runs with, to compare with; undefined where that cannot be known: it may not be read, or is beyond this
 * client.
 */
export async function readCurrent({ current }: Change): Promise<MachineConfig | undefined> {
  if (current === undefined) return undefined;
  try {
    return canonical(await current());
  } catch (error) {
    if (error instanceof CallError || error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** What is sent; undefined where it is beyond this client. The node is the judge of that. */
export function readNext({ config }: Change): MachineConfig | undefined {
  try {
    return canonical(config);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** A configuration as it is written; undefined where it is none, or beyond this client. The node is the judge of that. */
export function decodeLeniently(text: string, file?: string): MachineConfig | undefined {
  try {
    return decodeConfig(text, { file, source: 'node' });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** A configuration by what it says: a key that is written out and means the same as none is no difference. */
function canonical(text: string): MachineConfig {
  const options = { source: 'node' } as const;
  return decodeConfig(encodeConfig(decodeConfig(text, options)), options);
}
