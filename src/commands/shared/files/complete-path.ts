import type { Completion, CompletionAnswer } from '../../../cli/command.js';
import type { Context } from '../../../cli/context.js';

/** More than a shell shows. */
const mostOffered = 100;

/** Paths of the first node that go on from what is typed; folders end with a slash. */
export async function completePath(
  ctx: Context,
  toComplete: string,
  { onlyFolders = false }: { readonly onlyFolders?: boolean } = {},
): Promise<CompletionAnswer> {
  const { MachineServiceService } = await import('../../../gen/machine/machine.js');
  const client = await ctx.client({ nodesOptional: true });
  const folder = toComplete.slice(0, toComplete.lastIndexOf('/') + 1) || '/';
  const request = { root: folder, recurse: false, recursionDepth: 0, types: [], reportXattrs: false };
  const offered: Completion[] = [];
  for await (const file of client.serverStream(MachineServiceService.list, request, { node: client.nodes[0] })) {
    if (file.metadata !== undefined && file.metadata.error !== '') continue;
    if (file.error !== '' || file.relativeName === '.' || (onlyFolders && !file.isDir)) continue;
    const value = `${folder}${file.relativeName}${file.isDir ? '/' : ''}`;
    if (value.startsWith(toComplete)) offered.push({ value });
    if (offered.length === mostOffered) break;
  }
  return { completions: offered, goesOn: offered.some(({ value }) => value.endsWith('/')) };
}
