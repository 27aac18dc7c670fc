import { defineCommand, noArguments } from '../../../cli/command.js';
import { outputFlag } from '../../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd alarm disarm',
  use: 'disarm',
  summary: 'Disarm the alarms of etcd',
  description:
    'Disarms all alarms of etcd and lists those that were disarmed. What set them off comes back unless it is mended ' +
    'first: after NOSPACE, make room with "talosctl etcd defrag".\n\n' +
    'With -o json or -o yaml: one object for each node, with "memberAlarms"; ids are decimal numbers there.',
  connection: 'flags',
  args: noArguments,
  flags: { output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { output }) {
    const { showAlarms } = await import('../../shared/etcd/alarms.js');
    await showAlarms(ctx, 'disarm', output);
  },
});
