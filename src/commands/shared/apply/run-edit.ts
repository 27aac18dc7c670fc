import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { writeFileAtomically } from '../../../files/atomic.js';
import { WaitError } from '../../../tracker/wait-error.js';
import { warnOfOlderNodes } from '../version-skew.js';
import { printDetails } from './apply.js';
import { applyChange } from './apply-change.js';
import type { ApplySettings } from './flags.js';
import { configName, findMachineConfigs, printSkipped, readNodeConfig } from './node-config.js';
import { isEmptyConfig } from './same-config.js';
import type { ConfigTarget } from './target.js';

export interface EditOptions {
  readonly target: ConfigTarget;
  readonly settings: ApplySettings;
}

/** Opens the configuration of each node in the editor, one node after the other, until one fails. */
export async function runEdit(ctx: Context, { target, settings }: EditOptions): Promise<void> {
  const client = await ctx.client();
  await warnOfOlderNodes(ctx, client);
  const kind = await findMachineConfigs(client, target);
  for (const node of client.nodes) {
    await editNode(ctx, client, node, await readNodeConfig(client, kind, node), settings);
  }
}

async function editNode(
  ctx: Context,
  client: Client,
  node: string,
  config: string,
  settings: ApplySettings,
): Promise<void> {
  let edited = config;
  let rejection: TalosctlError | undefined;
  for (;;) {
    const opened = edited;
    edited = await editText(ctx, node, opened, rejection);
    if (rejection !== undefined && sameText(edited, opened)) {
      const copy = await keepCopy(edited);
      throw new TalosctlError(`nothing was applied to ${node}: ${rejection.message}`, {
        cause: rejection,
        hint: `your changes are kept in ${copy}; it may hold secrets`,
      });
    }
    if (isEmptyConfig(edited)) {
      return printSkipped(ctx, client, node, 'the file is empty');
    }
    if (sameText(edited, config)) {
      return printSkipped(ctx, client, node, 'nothing was changed');
    }
    const change = { node, config: edited, current: () => Promise.resolve(config) };
    try {
      return await printDetails(ctx.stderr, await applyChange(ctx, client, change, settings));
    } catch (error) {
      if (!(error instanceof TalosctlError) || ctx.signal.aborted) {
        throw error;
      }
      if (!canBeCorrected(error)) {
        throw new TalosctlError(error.message, {
          cause: error,
          hint: `${error.hint === undefined ? '' : `${error.hint}\n`}your changes are kept in ${await keepCopy(edited)}; it may hold secrets`,
        });
      }
      rejection = error;
    }
  }
}

/** Editors end the last line. */
function sameText(left: string, right: string): boolean {
  return left.trimEnd() === right.trimEnd();
}

/** Whether another text may please the node. */
function canBeCorrected(error: TalosctlError): boolean {
  const other: readonly number[] = [
    GrpcStatus.Unavailable,
    GrpcStatus.DeadlineExceeded,
    GrpcStatus.PermissionDenied,
    GrpcStatus.Unauthenticated,
    GrpcStatus.Unimplemented,
  ];
  return !(error instanceof WaitError || (error instanceof CallError && other.includes(error.code)));
}

async function editText(
  ctx: Context,
  node: string,
  text: string,
  rejection: TalosctlError | undefined,
): Promise<string> {
  const reasons = rejection === undefined ? [] : ['', 'The node rejected this:', ...rejection.message.split('\n')];
  const heading = [`Editing ${configName} at node ${node}`, ...reasons].map((line) => `# ${line}`.trimEnd());
  const saved = await ctx.editor.edit(`${heading.join('\n')}\n${text}`, {
    prefix: `${configName.replace('/', '-')}-edit`,
    extension: '.yaml',
  });
  return withoutHeading(text.includes('\r\n') ? saved : saved.replaceAll('\r\n', '\n'), new Set(heading));
}

/** Takes our own lines off the top, and no comment of the configuration. */
function withoutHeading(saved: string, heading: ReadonlySet<string>): string {
  const lines = saved.split('\n');
  const first = lines.findIndex((line) => !heading.has(line.trimEnd()));
  return first < 0 ? '' : lines.slice(first).join('\n');
}

/** Saves what was edited where only its owner can read it, so that no work is lost. */
async function keepCopy(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'talosctl-edit-')), 'machineconfig.yaml');
  await writeFileAtomically(path, text);
  return path;
}
