import { anyArguments, type CompletionProvider, defineCommand } from '../../cli/command.js';
import { completeNodes } from '../../cli/completion/connection-values.js';
import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';
import { formatTable } from '../../render/table.js';
import {
  groupsOfContext,
  groupsPath,
  isGroupName,
  loadGroups,
  type NodeGroups,
  requireGroup,
  saveGroups,
  withGroup,
} from '../../talosconfig/groups.js';
import { selectContext } from '../../talosconfig/select.js';
import { refuseUrls, splitAddresses } from '../shared/addresses.js';
import { type OutputFormat, outputFlag, writeData } from '../shared/output-format.js';

const completeArgs: CompletionProvider = async (ctx, request) => {
  if (request.args.length > 0) return completeNodes(ctx, request);
  const groups = await groupsOfContext(await ctx.talosconfig(), await contextName(ctx));
  return [...groups].map(([value, nodes]) => ({ value, description: nodes.join(', ') }));
};

export const command = defineCommand({
  words: 'config groups',
  use: 'groups [<name> [<node>...]]',
  aliases: ['group'],
  summary: 'Show or set the node groups of the current context, which -n takes as @name',
  description:
    'Without arguments, lists the groups of the current context; with a name, shows that group. With nodes after the ' +
    'name, that is the group from now on; --remove takes a group away.\n\n' +
    'A group holds what -n takes: addresses, names, "workers", other groups (@name). Groups are kept beside the client ' +
    'configuration file, in a file of its name with ".groups.yaml" after it: contexts, the name of the context, the ' +
    'name of the group, a list of nodes.\n\n' +
    'With -o json or -o yaml: "context", "path" of the file, and "groups" with the nodes of each.',
  examples:
    '  talosctl config groups rack1 10.5.0.3 10.5.0.5\n' +
    '  talosctl -n @rack1 services\n' +
    '  talosctl config groups --remove rack1',
  connection: 'flags',
  args: anyArguments,
  flags: { remove: flag.bool('take the group away'), output: outputFlag },
  completeArgs,
  resolve([name, ...words], { values: { remove, output } }) {
    const nodes = splitAddresses(words);
    const group = name?.replace(/^@/, '');
    if (group !== undefined && !isGroupName(group)) {
      throw new UsageError(
        `${JSON.stringify(name)} cannot name a node group: letters, digits, dots, hyphens, underscores do`,
      );
    }
    if (remove && (group === undefined || nodes.length > 0)) {
      throw new UsageError('--remove takes the name of a group, and nothing else');
    }
    return { group, nodes, remove, output };
  },
  async run(ctx, { group, nodes, remove, output }) {
    refuseUrls(nodes, 'node');
    const config = await ctx.talosconfig();
    const context = await contextName(ctx);
    const path = groupsPath(config, context);
    if (group !== undefined && (remove || nodes.length > 0)) {
      if (remove) await requireGroup(config, context, group);
      await saveGroups(withGroup(await loadGroups(path), context, group, nodes));
      return;
    }
    const groups =
      group === undefined
        ? await groupsOfContext(config, context)
        : new Map([[group, await requireGroup(config, context, group)]]);
    await show(ctx, { context, path, groups }, output);
  },
});

async function contextName(ctx: Context): Promise<string> {
  return selectContext(await ctx.talosconfig(), { context: ctx.connection.context }).name;
}

interface Shown {
  readonly context: string;
  readonly path: string;
  readonly groups: NodeGroups;
}

async function show(ctx: Context, { context, path, groups }: Shown, output: OutputFormat): Promise<void> {
  const sorted = [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
  if (output !== 'table') {
    await writeData(ctx, output, { context, path, groups: Object.fromEntries(sorted) });
    return;
  }
  await ctx.stdout.write(formatTable([['GROUP', 'NODES'], ...sorted.map(([name, nodes]) => [name, nodes.join(',')])]));
}
