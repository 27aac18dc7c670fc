import { defineCommand, noArguments } from '../../../cli/command.js';
import { outputFlag } from '../../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd alarm list',
  use: 'list',
  summary: 'List the alarms of etcd',
  description:
    'Lists the alarms of etcd, as each node knows them, and prints nothing where there are none. NOSPACE: the database has ' +
    'reached its quota and takes no more changes. CORRUPT: the data of the members differ.\n\n' +
    'With -o json or -o yaml: one object for each node, with "memberAlarms"; ids are decimal numbers there.',
  connection: 'flags',
  args: noArguments,
  flags: { output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { output }) {
    const { showAlarms } = await import('../../shared/etcd/alarms.js');
    await showAlarms(ctx, 'list', output);
  },
});
