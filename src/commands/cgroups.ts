import { type Completion, defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { UsageError } from '../errors/errors.js';
import { presetNames } from './shared/cgroups/preset-names.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'cgroups',
  use: 'cgroups',
  aliases: ['cg'],
  summary: 'Show what the control groups of a node may use, and do use',
  description:
    `Shows the control groups (cgroup v2) of a node as a tree, with the columns of a preset: ${presetNames.join(', ')}.\n\n` +
    'Columns of your own come from a schema file: YAML with a list "columns", each with a "name" and a "template" in ' +
    "the language of Go's text/template. A template works on a group: .MemoryCurrent, .CPUStat.user_usec, " +
    '.IOPressure.some.avg10, .CgroupProcsResolved and so on, and .Parent is the group above. Values have ' +
    '.HumanizeIBytes, .UsecToDuration, .Float64 and .DivideBy.\n\n' +
    'With -o json or -o yaml: one object with "node" and "cgroups", each with "path", "name" and the files that the ' +
    'kernel has for it; no preset is needed.',
  examples:
    '  talosctl cgroups --preset memory\n' +
    '  talosctl cgroups --schema-file - <<< \'columns: [{name: Max, template: "{{ .MemoryMax.HumanizeIBytes }}"}]\'',
  connection: 'flags',
  args: noArguments,
  flags: {
    preset: flag.string(`columns to show: one of ${presetNames.join(', ')}`),
    'schema-file': flag.string('file with the columns to show; - for standard input'),
    'skip-cri-resolve': flag.bool('leave the groups of pods and containers with the names of their folders'),
    output: outputFlag,
  },
  completeFlags: {
    preset: async () => presetNames.map((value): Completion => ({ value })),
  },
  resolve(_args, { values, changed }) {
    const { preset: word, output } = values;
    const schemaFile = values['schema-file'];
    if (changed('preset') && changed('schema-file')) {
      throw new UsageError('--preset and --schema-file both say which columns to show: give one of them');
    }
    const preset = presetNames.find((name) => name === word);
    if (word !== '' && preset === undefined) {
      throw new UsageError(`no preset ${JSON.stringify(word)}: there are ${presetNames.join(', ')}`);
    }
    if (word === '' && schemaFile === '' && output === 'table') {
      throw new UsageError('say which columns to show, with --preset or --schema-file');
    }
    return { preset, schemaFile: schemaFile || undefined, resolveNames: !values['skip-cri-resolve'], output };
  },
  async run(ctx, options) {
    const { showCgroups } = await import('./shared/cgroups/run.js');
    await showCgroups(ctx, options);
  },
});
