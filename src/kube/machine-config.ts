import type { CallOptions, Client } from '../client/client.js';
import { getResource } from '../client/state.js';
import { CallError, TalosctlError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { MachineServiceService, ApplyConfigurationRequest_Mode as Mode } from '../gen/machine/machine.js';
import { decodeConfig } from '../machineconfig/decode/decode.js';
import type { Document, ValueMap } from '../machineconfig/document.js';
import { type EncodeOptions, encodeConfig } from '../machineconfig/encode/encode.js';
import { cloneValue, equalValues, isValueMap, setKey } from '../machineconfig/value.js';
import { machineConfigText, machineConfigType } from '../resources/machine-config.js';
import type { KubeClock } from './api/retry.js';

export interface ConfigChange {
  readonly node: string;
  /** Changes the main document in place. */
  readonly change: (main: ValueMap) => void;
  /** Comments that the written configuration has. */
  readonly encode: EncodeOptions;
  readonly clock: KubeClock;
  readonly signal: AbortSignal;
}

/** How long a node that is not reachable just now is asked again. */
const patience = 10_000;
const retryTime = 250;
const callTimeout = 30_000;

/**
 * Reads the configuration that a node runs with, changes it, and applies it without a reboot. Documents that this client
 * does not know stay as they are.
 * @returns whether there was anything to change
 */
export async function changeNodeConfig(client: Client, { node, ...change }: ConfigChange): Promise<boolean> {
  const { clock, signal } = change;
  const deadline = clock.now().getTime() + patience;
  for (;;) {
    try {
      return await changeOnce(client, { node, signal, timeout: callTimeout }, change);
    } catch (error) {
      if (!isPassing(error) || clock.now().getTime() >= deadline) throw error;
      await clock.sleep(retryTime, signal);
    }
  }
}

function isPassing(error: unknown): boolean {
  const { Unavailable, Canceled } = GrpcStatus;
  return error instanceof CallError && (error.code === Unavailable || error.code === Canceled);
}

async function changeOnce(
  client: Client,
  options: CallOptions,
  { change, encode }: Pick<ConfigChange, 'change' | 'encode'>,
): Promise<boolean> {
  const resource = await getResource(client, { namespace: 'config', type: machineConfigType }, 'v1alpha1', options);
  const { documents } = decodeConfig(machineConfigText(resource), { source: 'node' });
  const main = documents.find(({ apiVersion }) => apiVersion === '');
  if (main === undefined || main.opaqueText !== undefined) {
    throw new TalosctlError(`${options.node ?? 'the node'} has a configuration that this client cannot change`, {
      hint: 'it may be of a newer version of Talos: use a newer client',
    });
  }
  const value = cloneValue(main.value);
  change(value);
  if (equalValues(value, main.value)) return false;
  const changed: Document = { kind: main.kind, apiVersion: main.apiVersion, value, position: () => undefined };
  const text = encodeConfig({ documents: documents.map((other) => (other === main ? changed : other)) }, encode);
  const request = { data: Buffer.from(text), mode: Mode.NO_REBOOT, dryRun: false, tryModeTimeout: undefined };
  const { messages } = await client.unary(MachineServiceService.applyConfiguration, request, options);
  const failure = messages[0]?.metadata?.error ?? '';
  if (failure !== '') throw new TalosctlError(`${options.node ?? 'the node'}: ${failure}`);
  return true;
}

/** The map at a path, made where it is not there. */
export function mapAt(main: ValueMap, ...path: readonly string[]): ValueMap {
  let map = main;
  for (const key of path) {
    const found = Object.hasOwn(map, key) ? map[key] : undefined;
    if (isValueMap(found)) map = found;
    else {
      const made: ValueMap = {};
      setKey(map, key, made);
      map = made;
    }
  }
  return map;
}
