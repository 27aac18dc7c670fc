import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { ApplyConfigurationRequest_Mode as Mode } from '../../../gen/machine/machine.js';
import { type ConfigChange, changesOf } from '../../../machineconfig/compare/changes.js';
import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import type { Problem } from '../../../machineconfig/document.js';
import { ConfigError, formatProblem } from '../../../machineconfig/errors.js';
import { validateConfig } from '../../../machineconfig/validate/validate.js';
import { printDetails, sendConfiguration } from './apply.js';
import type { Change } from './change.js';
import type { ApplySettings } from './flags.js';
import { modeOf } from './node-mode.js';
import { readCurrent, readNext } from './read-change.js';

/**
 * Asks a node what would come of a configuration, and explains its answer: what this client finds wrong with the
 * configuration, and what of the change needs a reboot. The node decides. Returns the lines.
 */
export async function dryRun(
  ctx: Context,
  client: Client,
  change: Change,
  settings: ApplySettings,
): Promise<readonly string[]> {
  const problems = await findProblems(client, change);
  const found = problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
  const changes = await findChanges(change);
  const erroneous = problems.some(({ severity }) => severity === 'error');
  try {
    const { lines, mode } = await sendConfiguration(client, change, settings);
    const despite = erroneous ? ['the node takes it in spite of the errors above'] : [];
    return [...found, ...despite, ...lines, ...explain(changes, mode)];
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.InvalidArgument) {
      const lines = [...found, ...(erroneous ? [] : explain(changes, undefined))];
      await printDetails(ctx.stderr, lines.map(client.nodes.length > 1 ? (line) => `${change.node}: ${line}` : String));
    }
    throw error;
  }
}

async function findProblems(client: Client, { node, config, file }: Change): Promise<readonly Problem[]> {
  try {
    const decoded = decodeConfig(config, { file, source: file === undefined ? 'node' : 'file' });
    const problems = await validateConfig(decoded, { mode: await modeOf(client, node) });
    return file === undefined ? problems.map(withoutPosition) : problems;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return file === undefined ? error.problems.map(withoutPosition) : error.problems;
  }
}

/** Lines of a text that nobody has seen lead nowhere. */
function withoutPosition({ position: _, ...problem }: Problem): Problem {
  return problem;
}

async function findChanges(change: Change): Promise<readonly ConfigChange[] | undefined> {
  const [current, next] = [await readCurrent(change), readNext(change)];
  return current === undefined || next === undefined ? undefined : changesOf(current, next);
}

/**
 * What of a change needs a reboot.
 * @param mode that the node has chosen; undefined where it refuses
 */
function explain(changes: readonly ConfigChange[] | undefined, mode: Mode | undefined): readonly string[] {
  if (changes === undefined || changes.length === 0 || mode === Mode.NO_REBOOT || mode === Mode.TRY) return [];
  const needy = changes.filter(({ needsReboot }) => needsReboot);
  const others = changes.filter(({ needsReboot }) => !needsReboot);
  if (needy.length === 0) return mode === undefined ? [] : ['nothing of the change needs a reboot'];
  return [
    `needs a reboot: ${listed(needy)}`,
    ...(others.length === 0 ? [] : [`comes into force without one: ${listed(others)}`]),
  ];
}

function listed(changes: readonly ConfigChange[]): string {
  return changes.map(({ document, path, how }) => `${document}${path === '' ? '' : ` ${path}`} (${how})`).join(', ');
}
