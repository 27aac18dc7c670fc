import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hostPlatform } from './bun.js';
import { root } from './bundle-options.js';
import { buildSingleFiles } from './single-file/build.js';

/** Builds the single file for this machine: dist/bin/talosctl. */
const platform = hostPlatform();
const out = join(root, 'dist/bin', platform.os === 'win32' ? 'talosctl.exe' : 'talosctl');
await buildSingleFiles([platform], () => out);
process.stdout.write(`${out}: ${((await stat(out)).size / 1e6).toFixed(1)} MB\n`);
