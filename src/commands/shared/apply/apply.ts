import type { CallOptions, Client } from '../../../client/client.js';
import { printableText } from '../../../errors/control-characters.js';
import { CallError } from '../../../errors/errors.js';
import { MachineServiceService, ApplyConfigurationRequest_Mode as Mode } from '../../../gen/machine/machine.js';
import type { Output } from '../../../terminal/streams.js';
import { onlyMessage } from '../ask-nodes.js';
import type { Change } from './change.js';
import type { ApplyMode, ApplySettings } from './flags.js';
import type { RedactedWords } from './redacted-words.js';

const modes: Readonly<Record<ApplyMode, Mode>> = {
  auto: Mode.AUTO,
  'no-reboot': Mode.NO_REBOOT,
  reboot: Mode.REBOOT,
  staged: Mode.STAGED,
  try: Mode.TRY,
};

/** What a node made of a configuration. */
export interface Applied {
  /** What it says about it, for people: warnings, and how the configuration came into force. */
  readonly lines: readonly string[];
  /** How it takes it. */
  readonly mode: Mode;
}

type SendSettings = Pick<ApplySettings, 'mode' | 'dryRun' | 'timeout' | 'redact'>;

/**
 * Gives a node a configuration.
 * @throws CallError where the node refuses
 */
export async function sendConfiguration(
  client: Client,
  change: Change,
  { mode, dryRun, timeout, redact }: SendSettings,
  options: CallOptions = { node: change.node },
): Promise<Applied> {
  const words = redact ? await redactedWords(change) : undefined;
  const request = {
    data: Buffer.from(change.config),
    mode: modes[mode],
    dryRun,
    tryModeTimeout: { seconds: BigInt(Math.floor(timeout / 1000)), nanos: Math.round((timeout % 1000) * 1e6) },
  };
  try {
    const response = await client.unary(MachineServiceService.applyConfiguration, request, options);
    const { warnings, modeDetails, mode: chosen } = onlyMessage(response, change.node);
    const lines = [...warnings.map((warning) => `warning: ${warning}`), ...(modeDetails === '' ? [] : [modeDetails])];
    return { lines: words === undefined ? lines : lines.map((line) => words.of(line)), mode: chosen };
  } catch (error) {
    throw words !== undefined && error instanceof CallError ? words.ofError(error) : error;
  }
}

async function redactedWords(change: Change): Promise<RedactedWords> {
  const loaded = await import('./redacted-words.js');
  return loaded.RedactedWords.of(change);
}

/** Shows what a node said. */
export async function printDetails(output: Output, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await output.write(`${printableText(line)}\n`);
  }
}
