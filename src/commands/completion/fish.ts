import { defineCommand, noArguments } from '../../cli/command.js';
import { completionScript } from '../../cli/completion/script.js';
import { flag } from '../../cli/flags.js';

export const command = defineCommand({
  words: 'completion fish',
  use: 'fish',
  summary: 'Print the completion script for fish',
  description: `Prints a script that makes fish complete talosctl's commands, flags and values.

In the shell that runs now:

    talosctl completion fish | source

In every new shell, once:

    talosctl completion fish > ~/.config/fish/completions/talosctl.fish`,
  connection: 'none',
  args: noArguments,
  flags: {
    'no-descriptions': flag.bool('complete words without their descriptions'),
  },
  resolve: (_args, { values }) => ({ descriptions: !values['no-descriptions'] }),
  run: ({ stdout }, options) => stdout.write(completionScript('fish', options)),
});
