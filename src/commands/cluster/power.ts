import { type CompletionProvider, defineCommand } from '../../cli/command.js';
import { UsageError } from '../../errors/errors.js';
import { clusterFlags, completeClusterFlags } from '../shared/cluster-flags.js';

const orders = ['on', 'off'] as const;

const completeArgs: CompletionProvider = async (ctx, { args, flags }) => {
  if (args.length === 0) return orders.map((value) => ({ value }));
  const { clusterFolder } = await import('../../cluster/folder.js');
  const { existingState } = await import('../../cluster/sim.js');
  const name = String(flags.values['name']);
  const { nodes } = existingState(clusterFolder(name, String(flags.values['state']), ctx), name);
  return nodes.map((node) => ({ value: node.name, description: node.address }));
};

export const command = defineCommand({
  words: 'cluster power',
  use: 'power <on|off> <node>...',
  summary: 'Switch nodes of a simulated cluster on, or off without any goodbye',
  description:
    'Does what the power button does: "on" starts a node that was shut down, or that lost its power; "off" takes the ' +
    'power away at once. Nodes are named by name or address.',
  examples: '  talosctl cluster power --name demo off demo-worker-1\n  talosctl cluster power --name demo on 127.5.0.3',
  connection: 'none',
  args: { min: 2, max: Number.POSITIVE_INFINITY },
  flags: clusterFlags,
  completeArgs,
  completeFlags: completeClusterFlags,
  resolve([order = '', ...nodes], { values: { name, state } }) {
    const known = orders.find((word) => word === order);
    if (known === undefined) throw new UsageError(`"${order}": a node is switched on or off`);
    return { order: known, nodes, name, state };
  },
  async run(ctx, { order, nodes, name, state: stateFolder }) {
    const { clusterFolder } = await import('../../cluster/folder.js');
    const { existingState, switchPower } = await import('../../cluster/sim.js');
    const state = existingState(clusterFolder(name, stateFolder, ctx), name);
    for (const node of await switchPower(state, nodes, order)) await ctx.stderr.write(`${node} is ${order}\n`);
  },
});
