import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { UsageError } from '../errors/errors.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'processes',
  use: 'processes',
  aliases: ['p', 'ps'],
  summary: 'List the processes of the nodes',
  description:
    'Lists the processes of the nodes, those that use the most memory (or CPU time) first. With --watch the list is ' +
    'shown anew every second, until interrupted.\n\n' +
    'With -o json or -o yaml: one object for each node, with "processes"; memory in bytes, CPU time in seconds.',
  examples: '  talosctl processes --sort cpu\n  talosctl ps -w -n 10.5.0.2,10.5.0.3',
  connection: 'flags',
  args: noArguments,
  flags: {
    sort: flag.enumeration('column to sort by: rss (memory) or cpu', ['rss', 'cpu'], {
      short: 's',
      default: 'rss',
      placeholder: 'string',
    }),
    watch: flag.bool('show the list anew every second', { short: 'w' }),
    output: outputFlag,
  },
  resolve(_args, { values }) {
    if (values.watch && values.output !== 'table') {
      throw new UsageError(`--watch shows a table, not ${values.output}`);
    }
    return values;
  },
  async run(ctx, { sort, watch, output }) {
    const processes = await import('./shared/processes.js');
    if (watch) await processes.watchProcesses(ctx, sort);
    else await processes.listProcesses(ctx, sort, output);
  },
});
