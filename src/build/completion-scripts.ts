import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Writes src/cli/completion/scripts.generated.ts: the scripts of completions/, so that the bundle holds them. */
const root = new URL('../../', import.meta.url);
const files = {
  bash: 'talosctl.bash',
  fish: 'talosctl.fish',
  powershell: 'talosctl.ps1',
  zsh: 'talosctl.zsh',
};

const scripts = await Promise.all(
  Object.entries(files).map(async ([shell, file]) => {
    const text = await readFile(new URL(`completions/${file}`, root), 'utf8');
    return `  ${shell}: ${JSON.stringify(text)},`;
  }),
);
await writeFile(
  fileURLToPath(new URL('src/cli/completion/scripts.generated.ts', root)),
  [
    '// Written by src/build/completion-scripts.ts; do not edit.',
    'export const scripts = {',
    ...scripts,
    '};',
    '',
  ].join('\n'),
);
