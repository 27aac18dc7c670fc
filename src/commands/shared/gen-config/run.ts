import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { secretKinds } from '../../../machineconfig/generate/secret-kinds.js';
import type { SecretsBundle } from '../../../pki/secrets/bundle.js';
import { decodeSecrets } from '../../../pki/secrets/decode.js';
import { generateSecrets } from '../../../pki/secrets/generate.js';
import { refuseExisting, writeNewFiles } from '../new-files.js';
import { readText } from '../read-text.js';
import type { GenConfigPatches } from './machine-configs.js';
import type { GenConfigOptions } from './options.js';
import { type OutputType, pathIn } from './outputs.js';
import { doubts } from './warnings.js';

/** Makes the outputs that were asked for and writes them: all or, when anything is wrong, none. */
export async function runGenConfig(ctx: Context, options: GenConfigOptions): Promise<void> {
  const targets = await Promise.all([...options.outputs].map((output) => targetOf(ctx, output)));
  const toStdout = targets.some(({ path }) => path === '-');
  if (!toStdout && !options.force) await refuseExisting(ctx, targets);
  const patches = await patchesOf(ctx, options);
  const secrets = await secretsOf(ctx, options);
  const made = await makeOutputs(ctx, options, secrets, patches);
  for (const warning of new Set([...doubts(options, secrets), ...made.warnings])) {
    await ctx.stderr.write(`warning: ${warning}\n`);
  }
  const files = targets.map(({ type, path }) => ({ path, content: made.texts.get(type) ?? '' }));
  if (toStdout) {
    for (const { content } of files) await ctx.stdout.write(content);
    return;
  }
  await writeNewFiles(ctx, files, { force: options.force, makeFolders: true });
  for (const { path } of files) await ctx.stderr.write(`wrote ${path}\n`);
}

/** A folder that is there gets the file under its usual name. */
async function targetOf(ctx: Context, [type, path]: readonly [OutputType, string]) {
  const found = path === '-' ? undefined : await stat(resolve(ctx.cwd, path)).catch(() => undefined);
  return { type, path: found?.isDirectory() === true ? pathIn(path, type) : path };
}

/** The patches, which are read before keys are made; undefined where no machine configuration is needed. */
async function patchesOf(ctx: Context, options: GenConfigOptions): Promise<GenConfigPatches | undefined> {
  const given = options.patches.length + options.controlPlanePatches.length + options.workerPatches.length;
  // A bad patch is told in any case, also where only the talosconfig is asked for.
  if (!options.outputs.has('controlplane') && !options.outputs.has('worker') && given === 0) return undefined;
  const { loadGenConfigPatches } = await import('./machine-configs.js');
  return loadGenConfigPatches(ctx, options);
}

async function secretsOf(ctx: Context, { secretsFile, contract }: GenConfigOptions): Promise<SecretsBundle> {
  if (secretsFile !== '') return decodeSecrets(await readText(ctx, secretsFile, 'the secrets bundle'), secretsFile);
  await ctx.stderr.write('making keys and tokens for a new cluster\n');
  return generateSecrets({ now: ctx.clock.now(), ...secretKinds(contract) });
}

interface Outputs {
  readonly texts: ReadonlyMap<OutputType, string>;
  readonly warnings: readonly string[];
}

async function makeOutputs(
  ctx: Context,
  options: GenConfigOptions,
  secrets: SecretsBundle,
  patches: GenConfigPatches | undefined,
): Promise<Outputs> {
  const texts = new Map<OutputType, string>();
  const warnings: string[] = [];
  if (patches !== undefined) {
    const { makeMachineConfig } = await import('./machine-configs.js');
    for (const type of ['controlplane', 'worker'] as const) {
      // Patches are tried on both types, as they belong together, also when only one is asked for.
      const made = await makeMachineConfig(options, secrets, type, patches[type]);
      if (!options.outputs.has(type)) continue;
      texts.set(type, made.text);
      warnings.push(...made.warnings);
    }
  }
  if (options.outputs.has('talosconfig')) {
    const { makeTalosconfig } = await import('./talosconfig.js');
    texts.set('talosconfig', await makeTalosconfig(options, secrets, ctx.clock.now()));
  }
  return { texts, warnings };
}
