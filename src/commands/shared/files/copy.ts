import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { printableField } from '../../../errors/control-characters.js';
import { TalosctlError } from '../../../errors/errors.js';
import { extract } from '../../../files/extract.js';
import { readTarGz } from '../../../files/tar-gz.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { NodeBytes } from '../node-bytes.js';
import { refuseTerminal } from '../refuse-terminal.js';
import { singleNode } from '../single-node.js';

/** Copies what lies at a path of the one node into a local folder; `-` writes the archive to stdout. */
export async function copyFiles(ctx: Context, source: string, target: string): Promise<void> {
  if (target === '-') refuseTerminal(ctx.stdout, 'an archive');
  else await requireFolder(ctx, target);
  const client = await ctx.client();
  const node = singleNode(client, 'copy');
  const archive = NodeBytes.of(client, MachineServiceService.copy, { rootPath: source }, { node });
  if (target === '-') {
    for await (const piece of archive) await ctx.stdout.write(piece);
    if (archive.failure !== undefined) throw archive.failure;
    return;
  }
  let leftOut = 0;
  try {
    await extract(readTarGz(archive), resolve(ctx.cwd, target), {
      async leftOut(name, why) {
        leftOut += 1;
        await ctx.stderr.write(`left out ${printableField(name)}: ${printableField(why)}\n`);
      },
    });
  } catch (error) {
    // An archive that is cut short where the node failed.
    throw archive.failure ?? error;
  }
  if (archive.failure !== undefined) throw archive.failure;
  if (leftOut > 0) {
    throw new TalosctlError(`${leftOut} of what ${source} holds was left out of ${target}, all else is there`, {
      hint: `\`talosctl copy ${source} -\` gives the archive with everything in it`,
    });
  }
}

async function requireFolder(ctx: Context, target: string): Promise<void> {
  const found = await stat(resolve(ctx.cwd, target)).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    throw new TalosctlError(`${target} is no folder, and what is copied needs one`, {
      hint: 'name a folder, which is made where it is missing, or - for standard output',
    });
  }
}
