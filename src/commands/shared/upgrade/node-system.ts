import type { CallOptions, Client } from '../../../client/client.js';
import { getResource, listResources } from '../../../client/state.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import { isValueMap } from '../../../machineconfig/value.js';
import { machineConfigText, machineConfigType } from '../../../resources/machine-config.js';
import { machineTypeKind, runsControlPlane } from '../../../resources/machine-type.js';
import type { Resource } from '../../../resources/resource.js';
import { onlyMessage } from '../ask-nodes.js';
import type { InstallerNeeds } from './installer.js';

/** What a node runs. */
export interface NodeSystem extends InstallerNeeds {
  /** Of Talos, `v1.13.9`. */
  readonly version: string;
  readonly controlPlane: boolean;
  /** Names of the system extensions, without those that only tell something. */
  readonly extensions: readonly string[];
}

/** Extensions that are none: they tell how an image was made. */
const virtual = ['schematic', 'modules.dep'];

export async function readNodeSystem(client: Client, options: CallOptions): Promise<NodeSystem> {
  const [{ version, platform }, layers, secureBoot, controlPlane, installImage] = await Promise.all([
    readVersion(client, options),
    readExtensions(client, options),
    readSecureBoot(client, options),
    isControlPlane(client, options),
    readInstallImage(client, options),
  ]);
  const extensions = layers.map(({ name }) => name).filter((name) => !virtual.includes(name));
  const schematic = layers.find(({ name }) => name === 'schematic')?.version;
  return {
    version,
    platform,
    secureBoot,
    controlPlane,
    extensions,
    schematic,
    installImage,
  };
}

export async function readVersion(client: Client, options: CallOptions) {
  const answer = await client.unary(MachineServiceService.version, {}, options);
  const { version, platform } = onlyMessage(answer, options.node ?? '');
  return { version: version?.tag ?? '', platform: platform?.name ?? 'metal' };
}

/** An extension, as the node's image says. */
export interface ExtensionLayer {
  readonly name: string;
  readonly version: string;
}

export async function readExtensions(client: Client, options: CallOptions): Promise<readonly ExtensionLayer[]> {
  const kind = { namespace: 'runtime', type: 'ExtensionStatuses.runtime.talos.dev' };
  return (await listResources(client, kind, options)).map((resource) => {
    const metadata = field(resource.spec(), 'metadata');
    return { name: String(field(metadata, 'name') ?? ''), version: String(field(metadata, 'version') ?? '') };
  });
}

async function readSecureBoot(client: Client, options: CallOptions): Promise<boolean> {
  const kind = { namespace: 'runtime', type: 'SecurityStates.talos.dev' };
  return field((await find(client, kind, 'securitystate', options))?.spec(), 'secureBoot') === true;
}

async function isControlPlane(client: Client, options: CallOptions): Promise<boolean> {
  const machineType = await find(client, machineTypeKind, machineTypeKind.id, options);
  return machineType !== undefined && runsControlPlane(machineType) === true;
}

async function readInstallImage(client: Client, options: CallOptions): Promise<string> {
  const config = await find(client, { namespace: 'config', type: machineConfigType }, 'v1alpha1', options);
  return config === undefined ? '' : installImageOf(machineConfigText(config));
}

async function find(
  client: Client,
  kind: { readonly namespace: string; readonly type: string },
  id: string,
  options: CallOptions,
): Promise<Resource | undefined> {
  try {
    return await getResource(client, kind, id, options);
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.NotFound) return undefined;
    throw error;
  }
}

/** Empty where the configuration names none, or cannot be read by this client. */
function installImageOf(text: string): string {
  try {
    const { documents } = decodeConfig(text, { source: 'node' });
    const { machine } = documents.find(({ apiVersion }) => apiVersion === '')?.value ?? {};
    const install = isValueMap(machine) ? machine['install'] : undefined;
    const image = isValueMap(install) ? install['image'] : undefined;
    return typeof image === 'string' ? image : '';
  } catch (error) {
    if (error instanceof TalosctlError) return '';
    throw error;
  }
}

function field(value: unknown, name: string): unknown {
  return value instanceof Map ? value.get(name) : undefined;
}
