import { defineCommand, exactArguments } from '../../../cli/command.js';
import { outputFlag } from '../../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd downgrade enable',
  use: 'enable <version>',
  summary: 'Prepare etcd for a downgrade to a version',
  description:
    'Prepares etcd for a downgrade to a version, MAJOR.MINOR such as 3.5: the members go over to its storage format, then the older etcd can be installed node by node. ' +
    'With -o json or -o yaml: one object for the node, with "clusterDowngrade".',
  connection: 'flags',
  args: exactArguments(1),
  flags: { output: outputFlag },
  resolve: ([version = ''], { values: { output } }) => ({ version, output }),
  async run(ctx, { version, output }) {
    const { downgrade } = await import('../../shared/etcd/downgrade.js');
    await downgrade(ctx, 'enable', version, output);
  },
});
