import type { Context } from '../../../cli/context.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { NodeBytes } from '../node-bytes.js';
import { singleNode } from '../single-node.js';
import { terminalText } from '../terminal-text.js';

/** Prints a file of the one node. */
export async function readFile(ctx: Context, path: string): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'read');
  const file = NodeBytes.of(client, MachineServiceService.read, { path }, { node });
  for await (const piece of ctx.stdout.isTerminal ? terminalText(file) : file) await ctx.stdout.write(piece);
  if (file.failure !== undefined) throw file.failure;
}
