import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { connect } from '../../../client/connect.js';
import { nodeTarget } from '../../../cluster/describe.js';
import { TalosctlError } from '../../../errors/errors.js';
import { type ClusterState, type ContextPlace, writeState } from '../../../sim/process/state.js';
import { loadTalosconfig } from '../../../talosconfig/load.js';
import { mergeTalosconfigs } from '../../../talosconfig/merge.js';
import { saveTalosconfig } from '../../../talosconfig/save.js';
import type { Talosconfig, TalosconfigContext } from '../../../talosconfig/talosconfig.js';

/** What every connection to a cluster on this machine takes from the command. */
export function surroundings(ctx: Context) {
  return {
    env: ctx.env,
    now: ctx.clock.now(),
    signal: ctx.signal,
    warn: (sentence: string) => void ctx.stderr.write(`warning: ${sentence}\n`),
  };
}

/** Adds the context of a new cluster to the talosconfig (`destination`, else the usual one) and makes it the current one. */
export async function addContext(
  ctx: Context,
  folder: string,
  state: ClusterState,
  context: TalosconfigContext,
  destination: string,
): Promise<void> {
  const current = await loadTalosconfig({ flag: destination, env: ctx.env, cwd: ctx.cwd });
  const added = { context: state.name, contexts: new Map([[state.name, context]]) };
  const { config, renames } = mergeTalosconfigs(current, added);
  await saveTalosconfig(config);
  const name = renames[0]?.to ?? state.name;
  const place = { path: config.path, name, ca: context.ca ?? '', before: current.context };
  writeState(folder, { ...state, talosconfig: place });
  await ctx.stderr.write(`merged context ${name} into ${config.path}, it is the current one now\n`);
}

/** Removes the context that was made with a cluster, unless it has become that of another one. */
export async function removeContext(ctx: Context, { talosconfig: place }: ClusterState): Promise<void> {
  const config = place && (await loadPlace(ctx, place));
  if (place === undefined || config?.contexts.get(place.name)?.ca !== place.ca) return;
  const contexts = new Map(config.contexts);
  contexts.delete(place.name);
  const isCurrent = config.context === place.name;
  const next = contexts.has(place.before) ? place.before : '';
  await saveTalosconfig({ ...config, contexts, context: isCurrent ? next : config.context });
  const follows = isCurrent ? `; ${next === '' ? 'none' : next} is the current one now` : '';
  await ctx.stderr.write(`removed context ${place.name} from ${place.path}${follows}\n`);
}

/**
 * Connects to all nodes of a cluster with the context that was made with it.
 * @throws TalosctlError where there is none
 */
export async function clusterClient(ctx: Context, state: ClusterState): Promise<Client> {
  const { talosconfig: place, name, nodes } = state;
  const context = place && (await loadPlace(ctx, place)).contexts.get(place.name);
  if (context === undefined) {
    throw new TalosctlError(`no talosconfig context is known for cluster ${name}`, {
      hint: 'with a talosconfig of your own: `talosctl support --talosconfig …`',
    });
  }
  return connect({ ...surroundings(ctx), context: { name, context }, nodes: nodes.map(nodeTarget), endpoints: [] });
}

function loadPlace(ctx: Context, { path }: ContextPlace): Promise<Talosconfig> {
  return loadTalosconfig({ flag: path, env: ctx.env, cwd: ctx.cwd });
}
