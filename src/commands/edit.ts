import { defineCommand, rangeArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { applyFlags, readApplyFlags } from './shared/apply/flags.js';
import { readConfigTarget } from './shared/apply/target.js';
import { completeNamespaces } from './shared/complete-resources.js';

export const command = defineCommand({
  words: 'edit',
  use: 'edit machineconfig',
  summary: 'Edit the machine configuration of nodes in your editor',
  description:
    'Opens the configuration that each node runs with, one node after the other, in the editor of $TALOS_EDITOR, else ' +
    '$EDITOR, else vi, and gives it back to the node when it has been changed. What a node rejects is opened again, ' +
    'with the reason on top.',
  connection: 'flags',
  args: rangeArguments(1, 2),
  flags: {
    namespace: flag.string("namespace of the configuration (default: the type's own)"),
    ...applyFlags,
  },
  completeArgs: (_ctx, { args }) => Promise.resolve(args.length === 0 ? [{ value: 'machineconfig' }] : []),
  completeFlags: { namespace: completeNamespaces },
  resolve: (args, flags) => ({
    target: readConfigTarget(args, flags.values.namespace),
    settings: readApplyFlags(flags),
  }),
  async run(ctx, options) {
    const { runEdit } = await import('./shared/apply/run-edit.js');
    await runEdit(ctx, options);
  },
});
