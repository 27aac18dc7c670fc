import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The executable of Bun for a platform: an installed package, or else one that npm fetches. */
export async function bunFor(platform: Platform): Promise<string> {
  const file = platform.os === 'win32' ? 'bun.exe' : 'bun';
  const installed = join(root, 'node_modules', platform.bun, 'bin', file);
  if (await exists(installed)) return installed;
  const version = await wantedVersion(platform.bun);
  const folder = join(root, 'node_modules/.cache/bun', `${platform.name}-${version}`);
  const fetched = join(folder, 'package/bin', file);
  if (await exists(fetched)) return fetched;
  await mkdir(folder, { recursive: true });
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['pack', '--silent', `${platform.bun}@${version}`], { cwd: folder });
  await run('tar', ['-xzf', stdout.trim()], { cwd: folder });
  return fetched;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function wantedVersion(name: string): Promise<string> {
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const version = optionalDependencies[name];
  if (version === undefined) throw new Error(`package.json does not name ${name}`);
  return version;
}
