import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { TalosctlError, UsageError } from '../errors/errors.js';
import { offeredModes, parseMode } from '../machineconfig/validate/mode.js';
import { readText } from './shared/read-text.js';

export const command = defineCommand({
  words: 'validate',
  use: 'validate',
  summary: 'Check a machine configuration',
  description:
    'Checks a machine configuration for a kind of machine: keys, types, values, what must go together, and what a node ' +
    'would have trouble with. Everything found is listed at once.',
  examples: '  talosctl validate --mode metal --config controlplane.yaml',
  connection: 'none',
  args: noArguments,
  flags: {
    config: flag.string('file with the configuration, - for standard input', { short: 'c' }),
    mode: flag.string(`kind of machine: ${offeredModes.join(', ')}`, { short: 'm', required: true }),
    strict: flag.bool('fail on warnings too'),
  },
  completeFlags: { mode: async () => offeredModes.map((value) => ({ value })) },
  resolve(_args, { values }) {
    if (values.config === '') throw new UsageError('name the file to check: --config (-c)');
    return { file: values.config, mode: parseMode(values.mode), strict: values.strict };
  },
  async run(ctx, { file, mode, strict }) {
    const [{ decodeConfig }, { validateConfig }, { ConfigError, formatProblem }] = await Promise.all([
      import('../machineconfig/decode/decode.js'),
      import('../machineconfig/validate/validate.js'),
      import('../machineconfig/errors.js'),
    ]);
    const config = decodeConfig(await readText(ctx, file, 'the machine configuration'), { file });
    const problems = await validateConfig(config, { mode });
    const warnings = problems.filter(({ severity }) => severity === 'warning');
    for (const warning of warnings) await ctx.stderr.write(`warning: ${formatProblem(warning)}\n`);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new ConfigError(errors);
    if (strict && warnings.length > 0) throw new TalosctlError(`${file} has warnings, which --strict counts as errors`);
    await ctx.stdout.write(`${file} is valid for ${mode} mode\n`);
  },
});
