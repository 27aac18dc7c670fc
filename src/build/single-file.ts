import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bunFor, hostPlatform, type Platform } from './bun.js';
import { bundleOptions, root } from './bundle-options.js';

/**
 * Compiles src/main.ts into one executable that needs no runtime: the chunks of the bundle and Bun, which runs them.
 * @param out the path of the executable; an old one stays until the new one is complete
 */
export async function buildSingleFile(platform: Platform, out: string): Promise<void> {
  await mkdir(dirname(out), { recursive: true });
  const folder = await mkdtemp(join(root, 'dist/single-file-'));
  try {
    await build({
      ...bundleOptions,
      outdir: folder,
      legalComments: 'none',
      define: { SINGLE_FILE: 'true' },
    });
    const made = join(folder, 'talosctl');
    await promisify(execFile)(await bunFor(hostPlatform()), [
      'build',
      '--compile',
      ...['--compile-executable-path', await bunFor(platform)],
      ...(platform === hostPlatform() ? [] : ['--target', bunTarget(platform)]),
      // What lies in the folder of a call is no setting of talosctl.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      '--minify',
      '--format=esm',
      '--splitting',
      // Functions of a chunk are compiled ahead, those inside of them when they are called: more makes the file larger
      // by a tenth and the start no quicker.
      ...['--bytecode', '--bytecode-depth=0'],
      ...['--outfile', made],
      join(folder, 'main.js'),
    ]);
    await rename(platform.os === 'win32' ? `${made}.exe` : made, out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `bun-linux-x64-musl` */
const bunTarget = ({ os, cpu, libc }: Platform): string =>
  `bun-${os === 'win32' ? 'windows' : os}-${cpu}${libc === 'musl' ? '-musl' : ''}`;
