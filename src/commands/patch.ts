import { defineCommand, rangeArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { TalosctlError } from '../errors/errors.js';
import { applyFlags, readApplyFlags } from './shared/apply/flags.js';
import { readConfigTarget } from './shared/apply/target.js';
import { completeNamespaces } from './shared/complete-resources.js';

export const command = defineCommand({
  words: 'patch',
  use: 'patch machineconfig',
  summary: 'Patch the machine configuration of nodes',
  description:
    'Takes the configuration that each node runs with, applies the patches in order (strategic merges or JSON patches, ' +
    'YAML or JSON) and gives it back to the node.',
  examples:
    '  talosctl patch mc --mode no-reboot -p \'{"machine":{"nodeLabels":{"rack":"r1"}}}\'\n' +
    '  talosctl patch mc -p @rack1.yaml --dry-run',
  connection: 'flags',
  args: rangeArguments(1, 2),
  flags: {
    namespace: flag.string("namespace of the configuration (default: the type's own)"),
    patch: flag.stringArray('patch, or @file to read it from a file', { short: 'p' }),
    'patch-file': flag.string('file with a patch'),
    ...applyFlags,
  },
  completeArgs: (_ctx, { args }) => Promise.resolve(args.length === 0 ? [{ value: 'machineconfig' }] : []),
  completeFlags: { namespace: completeNamespaces },
  resolve(args, flags) {
    const { patch, 'patch-file': file, namespace } = flags.values;
    const patches = file === '' ? patch : [...patch, `@${file}`];
    if (patches.length === 0) {
      throw new TalosctlError('there is no patch: give one with --patch (-p), or a file with --patch-file');
    }
    return { target: readConfigTarget(args, namespace), patches, settings: readApplyFlags(flags) };
  },
  async run(ctx, options) {
    const { runPatch } = await import('./shared/apply/run-patch.js');
    await runPatch(ctx, options);
  },
});
