import { defineCommand, noArguments } from '../../../cli/command.js';
import { outputFlag } from '../../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd downgrade cancel',
  use: 'cancel',
  summary: 'Take the preparation for a downgrade back',
  description:
    'Takes the preparation of etcd for a downgrade back. ' +
    'With -o json or -o yaml: one object for the node, with "clusterDowngrade".',
  connection: 'flags',
  args: noArguments,
  flags: { output: outputFlag },
  resolve: (_args, { values: { output } }) => ({ output }),
  async run(ctx, { output }) {
    const { downgrade } = await import('../../shared/etcd/downgrade.js');
    await downgrade(ctx, 'cancel', '', output);
  },
});
