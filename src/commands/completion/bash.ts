import { defineCommand, noArguments } from '../../cli/command.js';
import { completionScript } from '../../cli/completion/script.js';
import { flag } from '../../cli/flags.js';

export const command = defineCommand({
  words: 'completion bash',
  use: 'bash',
  summary: 'Print the completion script for bash',
  description: `Prints a script that makes bash complete talosctl's commands, flags and values.

In the shell that runs now:

    source <(talosctl completion bash)

In every new shell, once:

    talosctl completion bash > ~/.local/share/bash-completion/completions/talosctl   # the bash-completion package loads it
    talosctl completion bash >> ~/.bashrc                                            # without that package`,
  connection: 'none',
  args: noArguments,
  flags: {
    'no-descriptions': flag.bool('complete words without their descriptions'),
  },
  resolve: (_args, { values }) => ({ descriptions: !values['no-descriptions'] }),
  run: ({ stdout }, options) => stdout.write(completionScript('bash', options)),
});
