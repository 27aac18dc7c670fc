import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import type { Client } from '../../client/client.js';
import { fanOut } from '../../client/fanout.js';
import { getResource } from '../../client/state.js';
import { printableField } from '../../errors/control-characters.js';
import { CancelledError, TalosctlError } from '../../errors/errors.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { onlyMessage } from './ask-nodes.js';

/** `--yes` of commands that destroy something. */
export const yesFlag = flag.bool('do not ask on the terminal whether it is meant', { short: 'y' });

export interface Destruction {
  /** What is about to be done, to be followed by where: `wipe the disk sdb`. */
  readonly action: string;
  /** What cannot be undone by it, a sentence without full stop. */
  readonly consequence?: string;
  /** Whether the question is answered already. */
  readonly yes: boolean;
}

const patience = 5_000;

/**
 * Says on stderr what is about to be destroyed on which nodes of which cluster, and asks where a person sits at the
 * terminal. Returns when it may be done.
 * @throws TalosctlError when the answer is no
 */
export async function confirmTarget(
  ctx: Context,
  client: Client,
  { action, consequence, yes }: Destruction,
): Promise<void> {
  const [nodes, cluster] = await Promise.all([nodeNames(client), clusterName(ctx, client)]);
  const end = consequence === undefined ? '' : `: ${consequence}`;
  const sentence = `about to ${action} on ${nodes.join(', ')}${cluster}${end}`;
  if (yes || !ctx.stdin.isTerminal) {
    await ctx.stderr.write(`${sentence}\n`);
  } else if (!(await ctx.confirm(`${sentence}. Is this meant?`))) {
    throw new TalosctlError('nothing was done', { hint: 'add --yes to go on without a question' });
  }
}

/** The nodes as typed, each with the name that it has itself. */
async function nodeNames(client: Client): Promise<readonly string[]> {
  const results = await fanOut(client, async (node) => {
    const answer = await client.unary(MachineServiceService.hostname, {}, { node, timeout: patience });
    return onlyMessage(answer, node).hostname;
  });
  return results.map(({ node, value = '' }) => {
    const hostname = printableField(value);
    const typed = node === '' ? (client.endpoints[0] ?? '') : node;
    return hostname === '' || hostname === typed ? typed : `${typed} (${hostname})`;
  });
}

/** The cluster as the node knows it, else the context that leads there. */
async function clusterName(ctx: Context, client: Client): Promise<string> {
  if (client.insecure) return ', in maintenance mode';
  const [{ selectContext }, named] = await Promise.all([
    import('../../talosconfig/select.js'),
    clusterOfNode(client).catch((error: unknown) => {
      if (error instanceof CancelledError || !(error instanceof TalosctlError)) throw error;
      return '';
    }),
  ]);
  const { name } = selectContext(await ctx.talosconfig(), ctx.connection);
  return named === '' ? `, context "${name}"` : `, cluster "${printableField(named)}" (context "${name}")`;
}

async function clusterOfNode(client: Client): Promise<string> {
  const kind = { namespace: 'cluster', type: 'Infos.cluster.talos.dev' };
  const info = await getResource(client, kind, 'current', { node: client.nodes[0], timeout: patience });
  const spec = info.spec();
  const name = spec instanceof Map ? spec.get('clusterName') : undefined;
  return typeof name === 'string' ? name : '';
}
