import { defineCommand, noArguments } from '../../cli/command.js';
import { completionScript } from '../../cli/completion/script.js';
import { flag } from '../../cli/flags.js';

export const command = defineCommand({
  words: 'completion powershell',
  use: 'powershell',
  summary: 'Print the completion script for PowerShell',
  description: `Prints a script that makes PowerShell complete talosctl's commands, flags and values.

In the shell that runs now:

    talosctl completion powershell | Out-String | Invoke-Expression

In every new shell: add that line to the file that $PROFILE names.`,
  connection: 'none',
  args: noArguments,
  flags: {
    'no-descriptions': flag.bool('complete words without their descriptions'),
  },
  resolve: (_args, { values }) => ({ descriptions: !values['no-descriptions'] }),
  run: ({ stdout }, options) => stdout.write(completionScript('powershell', options)),
});
