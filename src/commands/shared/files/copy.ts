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
  const leftOut = new LeftOut(ctx);
  try {
    await extract(readTarGz(archive), resolve(ctx.cwd, target), {
      origin: source,
      leftOut: (name, why) => leftOut.add(name, why),
    });
  } catch (error) {
    // An archive that is cut short where the node failed.
    throw archive.failure ?? error;
  }
  await leftOut.finish();
  if (archive.failure !== undefined) throw archive.failure;
}

/** Says what is not extracted, the first few by name. */
class LeftOut {
  readonly #ctx: Context;
  #count = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async add(name: string, why: string): Promise<void> {
    this.#count += 1;
    if (this.#count > mostNamed) return;
    await this.#ctx.stderr.write(`left out ${printableField(name)}: ${printableField(why)}\n`);
  }

  async finish(): Promise<void> {
    if (this.#count > mostNamed) await this.#ctx.stderr.write(`left out ${this.#count - mostNamed} more\n`);
  }
}

const mostNamed = 10;

async function requireFolder(ctx: Context, target: string): Promise<void> {
  const found = await stat(resolve(ctx.cwd, target)).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    throw new TalosctlError(`${target} is no folder, and what is copied needs one`, {
      hint: 'name a folder, which is made where it is missing, or - for standard output',
    });
  }
}
