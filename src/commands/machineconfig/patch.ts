import { defineCommand, exactArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';

export const command = defineCommand({
  words: 'machineconfig patch',
  use: 'patch <machineconfig-file>',
  summary: 'Patch a machine configuration file',
  description:
    'Applies patches to a machine configuration, in their order, and prints the result. A patch is a strategic merge (a ' +
    'part of a configuration, of one or more documents, `$patch: delete` for what shall go) or a JSON patch (RFC 6902), ' +
    'written in YAML or JSON. `-` reads the configuration from standard input.',
  examples:
    '  talosctl machineconfig patch worker.yaml --patch @labels.yaml --output worker-1.yaml\n' +
    '  talosctl machineconfig patch worker.yaml -p \'{"machine":{"nodeLabels":{"rack":"r1"}}}\'',
  connection: 'none',
  args: exactArguments(1),
  flags: {
    patch: flag.stringArray('patch to apply: `@file`, or the patch itself; may be given several times', { short: 'p' }),
    output: flag.string('file to write; standard output when it is left out or `-`', { short: 'o' }),
    'keep-comments': flag.bool('edit the text in place, so that comments and the order of keys stay as they are'),
  },
  resolve: (args, { values }) => ({
    file: args[0] ?? '',
    patches: values.patch,
    output: values.output === '-' ? '' : values.output,
    keepComments: values['keep-comments'],
  }),
  async run(ctx, options) {
    const { runMachineConfigPatch } = await import('../shared/machineconfig/patch.js');
    await runMachineConfigPatch(ctx, options);
  },
});
