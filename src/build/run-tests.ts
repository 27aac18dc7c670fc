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

/**
 * Scenarios that cut power under many HTTP/2 connections, server and client in one process. Node 20 now and then corrupts
 * its heap there while it collects garbage, and dies of SIGABRT or SIGSEGV in native code, with no test at fault. They run
 * by themselves, with a young generation so large that it is hardly collected, and again when the runtime died; a test that
 * fails is never repeated.
 */
const mayKillNode = /^test\/scenarios\/(?:operating|settling|upgrading[\w-]*|waiting)\.test\.ts$/;
const attempts = 5;

interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function runNode(args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--test-timeout=180000', ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
}

async function passes(file: string): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { code, signal } = await runNode(['--max-semi-space-size=1024', ...flags, file]);
    if (signal === null) return code === 0;
    process.stderr.write(`Node died of ${signal} in ${file}, attempt ${attempt} of ${attempts}\n`);
  }
  return false;
}

for (const file of files.filter((path) => mayKillNode.test(path))) {
  if (!(await passes(file))) process.exitCode = 1;
}
const others = files.filter((path) => !mayKillNode.test(path));
if (others.length > 0) {
  const { code } = await runNode(['--test', ...flags, ...others]);
  if (code !== 0) process.exitCode = 1;
}
