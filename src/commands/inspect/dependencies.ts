import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';

export const command = defineCommand({
  words: 'inspect dependencies',
  use: 'dependencies',
  summary: 'Show which controllers of a node write and read which resources, as a graph',
  description:
    "Shows the controllers of a node and the resources that they write and read, as a graph in Graphviz' DOT language. " +
    'Solid lines are strong dependencies and shared outputs, dotted ones weak dependencies, bold ones outputs of one ' +
    'controller alone.\n\n' +
    'With -o json or -o yaml: one object with "node", "edges" and, with --with-resources, "resources".',
  examples: '  talosctl inspect dependencies | dot -Tsvg > graph.svg',
  connection: 'flags',
  args: noArguments,
  flags: {
    'with-resources': flag.bool('show the resources that there are, not only their types'),
    output: flag.enumeration('output format: dot, json or yaml', ['dot', 'json', 'yaml'], {
      short: 'o',
      default: 'dot',
      placeholder: 'format',
    }),
  },
  resolve: (_args, { values }) => ({ withResources: values['with-resources'], output: values.output }),
  async run(ctx, { withResources, output }) {
    const { showDependencies } = await import('../shared/inspect/dependencies.js');
    await showDependencies(ctx, withResources, output);
  },
});
