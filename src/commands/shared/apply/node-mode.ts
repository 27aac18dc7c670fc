import type { Client } from '../../../client/client.js';
import { getResource } from '../../../client/state.js';
import { CallError } from '../../../errors/errors.js';
import type { Mode } from '../../../machineconfig/validate/mode.js';
import { isPlainMap } from '../../../render/value.js';

const platformKind = { namespace: 'runtime', type: 'PlatformMetadatas.talos.dev' };
const patience = 5000;

/**
 * The mode in which a node checks configurations. One that runs is on its disk already, as it is in the cloud; one that
 * does not say counts by that alone.
 */
export async function modeOf(client: Client, node: string): Promise<Mode> {
  const platform = await platformOf(client, node);
  if (platform === 'container') return 'container';
  return client.insecure && (platform === undefined || platform === 'metal') ? 'metal' : 'cloud';
}

async function platformOf(client: Client, node: string): Promise<string | undefined> {
  try {
    const spec = (await getResource(client, platformKind, 'platformmetadata', { node, timeout: patience })).spec();
    const platform = isPlainMap(spec) ? spec.get('platform') : undefined;
    return typeof platform === 'string' && platform !== '' ? platform : undefined;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
