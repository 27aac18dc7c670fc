import type { Completion, CompletionProvider } from '../command.js';
import type { connectionFlags } from '../connection-flags.js';
import type { Context } from '../context.js';

/** Offers the contexts of the client configuration, with their endpoints. */
export const completeContextNames: CompletionProvider = async (ctx) => {
  const { contextNames } = await import('../../talosconfig/talosconfig.js');
  const config = await ctx.talosconfig();
  return contextNames(config).map((value) => describe(value, config.contexts.get(value)?.endpoints ?? []));
};

/**
 * Offers what `-n` takes: words and groups, the nodes of the context, and the members of the cluster by hostname and by
 * address. Without a cluster that answers, what the files say.
 */
export const completeNodes: CompletionProvider = async (ctx) => {
  const [{ nodeWords }, groups, known, members] = await Promise.all([
    import('../../client/node-words.js'),
    contextGroups(ctx).catch(() => []),
    contextNodes(ctx).catch(() => []),
    clusterMembers(ctx).catch(() => []),
  ]);
  const words = [...nodeWords].map(([value, { meaning }]) => ({ value, description: meaning }));
  return unique([...members, ...known, ...groups, ...words]);
};

/** Offers the endpoints of the context, and the control plane of the cluster. */
const completeEndpoints: CompletionProvider = async (ctx) => {
  const [{ endpoints }, members] = await Promise.all([contextInUse(ctx), controlPlane(ctx).catch(() => [])]);
  return unique([...endpoints.map((value) => ({ value })), ...members]);
};

/** Offers the addresses of the cluster's members. */
export const completeMemberAddresses: CompletionProvider = async (ctx) => {
  const [{ isIP }, members] = await Promise.all([import('node:net'), clusterMembers(ctx)]);
  return members.filter(({ value }) => isIP(value) !== 0);
};

/** What the connection flags take; those without an entry are files or free text. */
export const connectionValues: { readonly [K in keyof typeof connectionFlags]?: CompletionProvider } = {
  context: completeContextNames,
  nodes: completeNodes,
  endpoints: completeEndpoints,
};

async function contextInUse(ctx: Context) {
  const { selectContext } = await import('../../talosconfig/select.js');
  return selectContext(await ctx.talosconfig(), ctx.connection).context;
}

async function contextNodes(ctx: Context): Promise<readonly Completion[]> {
  const { nodes } = await contextInUse(ctx);
  return nodes.map((value) => ({ value }));
}

async function contextGroups(ctx: Context): Promise<readonly Completion[]> {
  const [{ groupsOfContext }, { selectContext }] = await Promise.all([
    import('../../talosconfig/groups.js'),
    import('../../talosconfig/select.js'),
  ]);
  const config = await ctx.talosconfig();
  const groups = await groupsOfContext(config, selectContext(config, ctx.connection).name);
  return [...groups].map(([name, nodes]) => describe(`@${name}`, nodes));
}

async function clusterMembers(ctx: Context): Promise<readonly Completion[]> {
  return describeMembers(await listClusterMembers(ctx));
}

async function controlPlane(ctx: Context): Promise<readonly Completion[]> {
  return describeMembers((await listClusterMembers(ctx)).filter(({ isControlPlane }) => isControlPlane));
}

async function listClusterMembers(ctx: Context) {
  const { listMembers } = await import('../../client/members.js');
  return (await listMembers(await ctx.client({ nodesOptional: true }))) ?? [];
}

/** Hostnames, then addresses. */
function describeMembers(members: Awaited<ReturnType<typeof listClusterMembers>>): readonly Completion[] {
  const place = (isControlPlane: boolean): string => (isControlPlane ? 'control plane' : 'worker');
  return [
    ...members.map(({ hostname, isControlPlane, addresses }) =>
      describe(hostname, [...addresses.slice(0, 1), place(isControlPlane)]),
    ),
    ...members.flatMap(({ hostname, isControlPlane, addresses }) =>
      addresses.map((address) => describe(address, [hostname, place(isControlPlane)])),
    ),
  ];
}

function describe(value: string, facts: readonly string[]): Completion {
  return { value, description: facts.join(', ') };
}

/** Each word once, as it was first described. */
function unique(completions: readonly Completion[]): readonly Completion[] {
  const byValue = new Map<string, Completion>();
  for (const completion of completions) {
    if (!byValue.has(completion.value)) byValue.set(completion.value, completion);
  }
  return [...byValue.values()];
}
