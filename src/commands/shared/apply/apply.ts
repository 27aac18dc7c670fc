import type { CallOptions, Client } from '../../../client/client.js';
import { printableText } from '../../../errors/control-characters.js';
import { MachineServiceService, ApplyConfigurationRequest_Mode as Mode } from '../../../gen/machine/machine.js';
import type { Output } from '../../../terminal/streams.js';
import { onlyMessage } from '../ask-nodes.js';
import type { ApplyMode, ApplySettings } from './flags.js';

const modes: Readonly<Record<ApplyMode, Mode>> = {
  auto: Mode.AUTO,
  'no-reboot': Mode.NO_REBOOT,
  reboot: Mode.REBOOT,
  staged: Mode.STAGED,
  try: Mode.TRY,
};

/**
 * Gives a node a configuration. What the node says about it (warnings, and how the configuration came into force) is
 * returned as lines for people. Throws CallError where the node refuses.
 */
export async function applyConfiguration(
  client: Client,
  node: string,
  config: string,
  settings: Pick<ApplySettings, 'mode' | 'dryRun' | 'timeout'>,
): Promise<readonly string[]> {
  return (await sendConfiguration(client, node, config, settings)).lines;
}

/** What a node made of a configuration. */
export interface Applied {
  readonly lines: readonly string[];
  /** Whether it reboots for it. */
  readonly reboots: boolean;
}

/** The same, with how the node has decided to take it. */
export async function sendConfiguration(
  client: Client,
  node: string,
  config: string,
  { mode, dryRun, timeout }: Pick<ApplySettings, 'mode' | 'dryRun' | 'timeout'>,
  options: CallOptions = { node },
): Promise<Applied> {
  const request = {
    data: Buffer.from(config),
    mode: modes[mode],
    dryRun,
    tryModeTimeout: { seconds: BigInt(Math.floor(timeout / 1000)), nanos: Math.round((timeout % 1000) * 1e6) },
  };
  const response = await client.unary(MachineServiceService.applyConfiguration, request, options);
  const { warnings, modeDetails, mode: chosen } = onlyMessage(response, node);
  return {
    lines: [...warnings.map((warning) => `warning: ${warning}`), ...(modeDetails === '' ? [] : [modeDetails])],
    reboots: chosen === Mode.REBOOT,
  };
}

/** Shows what a node said. */
export async function printDetails(output: Output, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await output.write(`${printableText(line)}\n`);
  }
}
