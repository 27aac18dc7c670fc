import { defineCommand, exactArguments } from '../../../cli/command.js';
import { outputFlag } from '../../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd downgrade validate',
  use: 'validate <version>',
  summary: 'Check whether etcd can be downgraded to a version',
  description:
    'Checks whether etcd can be downgraded to a version, MAJOR.MINOR such as 3.5. ' +
    'With -o json or -o yaml: one object for the node, with "clusterDowngrade".',
  connection: 'flags',
  args: exactArguments(1),
  flags: { output: outputFlag },
  resolve: ([version = ''], { values: { output } }) => ({ version, output }),
  async run(ctx, { version, output }) {
    const { downgrade } = await import('../../shared/etcd/downgrade.js');
    await downgrade(ctx, 'validate', version, output);
  },
});
