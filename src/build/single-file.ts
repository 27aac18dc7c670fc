import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bunFor, hostPlatform, type Platform } from './bun.js';
import { bundleOptions, root } from './bundle-options.js';
import { isSigned, signAdHoc } from './mach-o.js';

/**
 * Compiles src/main.ts into one executable for each platform that needs no runtime: the chunks of the bundle and Bun, which
 * runs them.
 * @param place the path of the executable for a platform; an old one stays until the new one is complete
 */
export async function buildSingleFiles(
  platforms: readonly Platform[],
  place: (platform: Platform) => string,
): Promise<void> {
  await mkdir(join(root, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(root, 'dist/single-file-'));
  try {
    await build({
      ...bundleOptions,
      outdir: folder,
      legalComments: 'none',
      define: { SINGLE_FILE: 'true' },
    });
    for (const platform of platforms) {
      const out = place(platform);
      await mkdir(dirname(out), { recursive: true });
      await rename(await compile(folder, platform), out);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the path of the executable, inside the folder of the bundle */
async function compile(folder: string, platform: Platform): Promise<string> {
  const made = join(folder, platform.os === 'win32' ? 'talosctl.exe' : 'talosctl');
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
  if (platform.os === 'darwin') await ensureSignature(made);
  return made;
}

/** Bun signs what it compiles for some Macs; for others its own signature stays, which no longer fits. */
async function ensureSignature(path: string): Promise<void> {
  const file = await readFile(path);
  if (!isSigned(file)) await writeFile(path, signAdHoc(file, 'talosctl'));
}

/** `bun-linux-x64-musl` */
const bunTarget = ({ os, cpu, libc }: Platform): string =>
  `bun-${os === 'win32' ? 'windows' : os}-${cpu}${libc === 'musl' ? '-musl' : ''}`;
