import { defineCommand, noArguments } from '../../cli/command.js';
import { completionScript } from '../../cli/completion/script.js';
import { flag } from '../../cli/flags.js';

export const command = defineCommand({
  words: 'completion zsh',
  use: 'zsh',
  summary: 'Print the completion script for zsh',
  description: `Prints a script that makes zsh complete talosctl's commands, flags and values.

In the shell that runs now, with compinit loaded:

    source <(talosctl completion zsh)

In every new shell, write it once into a folder of $fpath:

    talosctl completion zsh > "\${fpath[1]}/_talosctl"`,
  connection: 'none',
  args: noArguments,
  flags: {
    'no-descriptions': flag.bool('complete words without their descriptions'),
  },
  resolve: (_args, { values }) => ({ descriptions: !values['no-descriptions'] }),
  run: ({ stdout }, options) => stdout.write(completionScript('zsh', options)),
});
