import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bunFor, hostPlatform, type Platform } from '../bun.js';
import { root } from '../bundle-options.js';
import { isSigned, signAdHoc } from '../mach-o.js';
import { compiledProgram } from './compiled-program.js';
import { packedModules } from './packed-modules.js';

/**
 * Compiles src/single-file/ into one executable for each platform that needs no runtime: Bun, the commands that are run
 * often with their bytecode, and the whole program, packed.
 * @param place the path of the executable for a platform; an old one stays until the new one is complete
 */
export async function buildSingleFiles(
  platforms: readonly Platform[],
  place: (platform: Platform) => string,
): Promise<void> {
  await mkdir(join(root, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(root, 'dist/single-file-'));
  try {
    for (const [name, contents] of await packedModules()) await writeFile(join(folder, name), contents);
    await build(await compiledProgram(folder));
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
    // Most runs are over before machine code pays.
    '--compile-jit-policy=10',
    '--minify',
    '--format=esm',
    '--splitting',
    // Functions of a module and methods; those inside of them are compiled when they are called: they are many, and a
    // run calls few.
    ...['--bytecode', '--bytecode-depth=1'],
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
