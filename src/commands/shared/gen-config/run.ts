import type { Context } from '../../../cli/context.js';
import { secretKinds } from '../../../machineconfig/generate/secret-kinds.js';
import type { SecretsBundle } from '../../../pki/secrets/bundle.js';
import { decodeSecrets } from '../../../pki/secrets/decode.js';
import { generateSecrets } from '../../../pki/secrets/generate.js';
import { refuseExisting, writeNewFiles } from '../new-files.js';
import { readText } from '../read-text.js';
import { loadGenConfigPatches, makeMachineConfig } from './machine-configs.js';
import type { GenConfigOptions } from './options.js';
import type { OutputType } from './outputs.js';
import { makeTalosconfig } from './talosconfig.js';
import { doubts } from './warnings.js';

/** Makes the outputs that were asked for and writes them: all or, when anything is wrong, none. */
export async function runGenConfig(ctx: Context, options: GenConfigOptions): Promise<void> {
  const targets = [...options.outputs].map(([type, path]) => ({ type, path }));
  const toStdout = targets.some(({ path }) => path === '-');
  if (!toStdout && !options.force) await refuseExisting(ctx, targets);
  const make = await prepare(ctx, options);
  const files = [];
  for (const { type, path } of targets) files.push({ path, content: await make(type) });
  if (toStdout) {
    for (const { content } of files) await ctx.stdout.write(content);
    return;
  }
  await writeNewFiles(ctx, files, options.force);
  for (const { path } of files) await ctx.stderr.write(`wrote ${path}\n`);
}

/** Reads all that goes in; gives the maker of one output. */
async function prepare(ctx: Context, options: GenConfigOptions): Promise<(type: OutputType) => Promise<string>> {
  const patches = await loadGenConfigPatches(ctx, options);
  const secrets = await secretsOf(ctx, options);
  const warn = async (warnings: readonly string[]): Promise<void> => {
    for (const warning of new Set(warnings)) await ctx.stderr.write(`warning: ${warning}\n`);
  };
  await warn(doubts(options, secrets));
  return async (type) => {
    if (type === 'talosconfig') return makeTalosconfig(options, secrets, ctx.clock.now());
    const { text, warnings } = makeMachineConfig(options, secrets, type, patches[type]);
    await warn(warnings);
    return text;
  };
}

async function secretsOf(ctx: Context, options: GenConfigOptions): Promise<SecretsBundle> {
  const { secretsFile, contract } = options;
  if (secretsFile !== '') return decodeSecrets(await readText(ctx, secretsFile, 'the secrets bundle'), secretsFile);
  await ctx.stderr.write('making keys and tokens for a new cluster\n');
  return generateSecrets({ now: ctx.clock.now(), ...secretKinds(contract) });
}
