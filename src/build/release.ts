import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bunFor, type Platform, platforms } from './bun.js';
import { root } from './bundle-options.js';
import { isSigned } from './mach-o.js';
import { buildSingleFiles } from './single-file/build.js';
import { passesEndToEndTests, runsHere, tryOut } from './try-out.js';

/**
 * Builds the single files of a release into release/, named as the reference client's are, with sha256sum.txt, which
 * `sha256sum -c` reads. Tries out those that this machine runs. Prints what each is, also into summary.md; fails when one
 * that can be tried does not work.
 */
const folder = join(root, 'release');
const nameOf = ({ name }: Platform): string => `talosctl-${name}`;
const pathOf = (platform: Platform): string => join(folder, nameOf(platform));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What has been tried. */
async function tried(platform: Platform): Promise<string> {
  if (!(await runsHere(await bunFor(platform)))) return 'no, this machine does not run it';
  await tryOut(pathOf(platform));
  if (!(await passesEndToEndTests(pathOf(platform)))) throw new Error(`${nameOf(platform)} fails in test/e2e`);
  return 'yes, test/e2e';
}

async function signature(platform: Platform): Promise<string> {
  if (platform.os === 'linux') return 'not needed';
  if (platform.os !== 'darwin') return 'none';
  if (!isSigned(await readFile(pathOf(platform)))) throw new Error(`${nameOf(platform)} has no valid signature`);
  return 'ad hoc';
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder);
await buildSingleFiles(platforms, pathOf);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));

const sums: string[] = [];
const summary = ['| file | MB | tested | signature |', '| --- | --- | --- | --- |'];
for (const platform of platforms) {
  const file = await readFile(pathOf(platform));
  sums.push(`${createHash('sha256').update(file).digest('hex')}  ${nameOf(platform)}\n`);
  const size = ((await stat(pathOf(platform))).size / 1e6).toFixed(1);
  summary.push(`| ${nameOf(platform)} | ${size} | ${await tried(platform)} | ${await signature(platform)} |`);
}
await writeFile(join(folder, 'sha256sum.txt'), sums.join(''));
await writeFile(join(folder, 'summary.md'), `${summary.join('\n')}\n`);
say(summary.join('\n'));
