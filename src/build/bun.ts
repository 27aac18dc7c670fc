import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './bundle-options.js';

/** A kind of machine that the single file is built for. */
export interface Platform {
  /** As the file's name ends: `linux-amd64` */
  readonly name: string;
  readonly os: NodeJS.Platform;
  readonly cpu: string;
  readonly libc?: 'glibc' | 'musl';
  /** Package that holds Bun for it. */
  readonly bun: string;
}

export const platforms: readonly Platform[] = [
  { name: 'linux-amd64', os: 'linux', cpu: 'x64', libc: 'glibc', bun: '@oven/bun-linux-x64' },
  { name: 'linux-amd64-musl', os: 'linux', cpu: 'x64', libc: 'musl', bun: '@oven/bun-linux-x64-musl' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc', bun: '@oven/bun-linux-aarch64' },
  { name: 'linux-arm64-musl', os: 'linux', cpu: 'arm64', libc: 'musl', bun: '@oven/bun-linux-aarch64-musl' },
  { name: 'darwin-amd64', os: 'darwin', cpu: 'x64', bun: '@oven/bun-darwin-x64' },
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64', bun: '@oven/bun-darwin-aarch64' },
  { name: 'windows-amd64.exe', os: 'win32', cpu: 'x64', bun: '@oven/bun-windows-x64' },
];

/** This machine's own. */
export function hostPlatform(): Platform {
  const libc = process.platform === 'linux' ? (hasGlibc() ? 'glibc' : 'musl') : undefined;
  const found = platforms.find(
    (each) => each.os === process.platform && each.cpu === process.arch && (libc === undefined || each.libc === libc),
  );
  if (found === undefined) throw new Error(`no single file is built for ${process.platform} on ${process.arch}`);
  return found;
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

/** The executable of Bun for a platform: an installed package, or else one that npm fetches, as the lock file names it. */
export async function bunFor(platform: Platform): Promise<string> {
  const file = join('bin', platform.os === 'win32' ? 'bun.exe' : 'bun');
  const installed = join(root, 'node_modules', platform.bun, file);
  if (await exists(installed)) return installed;
  const locked = await lockedPackage(platform.bun);
  const folder = join(root, 'node_modules/.cache/bun', `${platform.name}-${locked.version}`);
  if (!(await exists(folder))) await fetchPackage(platform.bun, locked, folder);
  return join(folder, file);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

interface LockedPackage {
  readonly version: string;
  /** Hash of its archive: `sha512-<base64>` */
  readonly integrity: string;
}

async function lockedPackage(name: string): Promise<LockedPackage> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json does not name ${name}`);
  return locked;
}

/** npm installs no package of another platform, but it fetches the archive. The folder appears when it is complete. */
async function fetchPackage(name: string, { version, integrity }: LockedPackage, folder: string): Promise<void> {
  const run = promisify(execFile);
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    const { stdout } = await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: unfinished });
    const archive = join(unfinished, stdout.trim());
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (integrity !== `sha512-${hash}`) {
      throw new Error(`the archive of ${name} ${version} is not the one that package-lock.json names`);
    }
    await run('tar', ['-xzf', archive], { cwd: unfinished });
    await rename(join(unfinished, 'package'), folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
