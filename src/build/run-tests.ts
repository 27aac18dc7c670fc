import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Runs the test files under test/ with Node's runner; arguments that are no flags choose those whose path contains one of
 * them, flags go to the runner. (Node 20 does not expand patterns itself.)
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('-'));
const flags = words.filter((word) => word.startsWith('-'));

const files = (await readdir(new URL('../../test', import.meta.url), { recursive: true }))
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && (wanted.length === 0 || wanted.some((part) => path.includes(part))))
  .sort();
if (files.length === 0) throw new Error(`no test file has a path with ${wanted.join(' or ')}`);

const runner = spawn(process.execPath, ['--import', 'tsx', '--test', '--test-timeout=180000', ...flags, ...files], {
  cwd: root,
  stdio: 'inherit',
});
runner.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
