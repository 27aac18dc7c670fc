import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { TalosctlError } from '../../../errors/errors.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { readText } from '../read-text.js';
import { singleNode } from '../single-node.js';
import { printDetails } from './apply.js';
import { applyChange } from './apply-change.js';
import { refuseBootTrouble } from './boot-trouble.js';
import type { Change } from './change.js';
import { changeEach } from './each-node.js';
import type { ApplySettings } from './flags.js';
import { machineConfigs, readNodeConfig } from './node-config.js';
import { patchConfiguration, readPatches } from './patches.js';

export interface ApplyConfigOptions {
  readonly file: string;
  readonly insecure: boolean;
  readonly certFingerprints: readonly string[];
  readonly patches: readonly string[];
  readonly settings: ApplySettings;
}

/** Gives the nodes a configuration. All that can be wrong here is found before anything is dialled. */
export async function runApplyConfig(ctx: Context, options: ApplyConfigOptions): Promise<void> {
  const config = await readConfiguration(ctx, options);
  refuseBootTrouble(config, options.file);
  const client = await ctx.client({ insecure: options.insecure, certFingerprints: options.certFingerprints });
  if (options.insecure) {
    singleNode(client, 'apply-config --insecure');
  }
  const { settings } = options;
  const apply = (node: string): Promise<readonly string[]> =>
    applyChange(ctx, client, changeOf(client, node, config, options), settings);
  if (settings.wait) {
    return changeEach(ctx, client, settings, async (node) => printNodeDetails(ctx, client, node, await apply(node)));
  }
  const results = await fanOut(client, apply);
  for (const { node, value } of results) {
    if (value !== undefined) await printNodeDetails(ctx, client, node, value);
  }
  throwFailures(client, failuresOf(results));
}

async function printNodeDetails(ctx: Context, client: Client, node: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await printDetails(ctx.stderr, [...(client.nodes.length > 1 ? [`${node}:`] : []), ...lines]);
}

function changeOf(client: Client, node: string, config: string, { file, patches }: ApplyConfigOptions): Change {
  return {
    node,
    config,
    file: patches.length === 0 ? file : undefined,
    current: client.insecure ? undefined : () => readNodeConfig(client, machineConfigs, node),
  };
}

async function readConfiguration(ctx: Context, { file, patches }: ApplyConfigOptions): Promise<string> {
  const text = await readText(ctx, file, 'the configuration');
  if (text === '') {
    throw new TalosctlError(`${file === '-' ? 'standard input' : file} is empty, there is no configuration to apply`);
  }
  if (patches.length === 0) {
    return text;
  }
  return patchConfiguration(ctx, text, await readPatches(ctx, '--config-patch', patches), { file });
}
