import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifest } from './cli/manifest.generated.js';
import { report } from './cli/report.js';
import { run } from './cli/run.js';
import { CancelledError } from './errors/errors.js';
import { systemClock } from './terminal/clock.js';
import type { Editor } from './terminal/editor.js';
import { StreamInput } from './terminal/input.js';
import { catchInterrupts } from './terminal/interrupts.js';
import { processOutput } from './terminal/process-output.js';
import { openSession } from './terminal/system-session.js';

/** Set by the build of the executable that holds runtime and program in one file. */
declare const SINGLE_FILE: boolean | undefined;
const isSingleFile = typeof SINGLE_FILE !== 'undefined' && SINGLE_FILE;

/** Where everything meets: the process's streams, signals and environment on one side, the command line on the other. */
async function main(): Promise<number> {
  const { env } = process;
  const abort = new AbortController();
  let readerGone = false;
  const { signal } = abort;
  const onClosed = (): void => {
    readerGone = true;
    abort.abort();
  };
  const stdout = processOutput(1, () => process.stdout, env, { onClosed, signal });
  const stderr = processOutput(2, () => process.stderr, env, { signal });
  const stdin = new StreamInput(() => process.stdin, signal);
  const interrupts = catchInterrupts(process, abort, () => {
    stderr.write('interrupted: finishing; press Ctrl-C again to end at once\n').catch(() => {});
  });
  const editor: Editor = {
    edit: async (text, options) => {
      const { systemEditor } = await import('./terminal/system-editor.js');
      return systemEditor(env, interrupts).edit(text, options);
    },
  };
  const around = {
    stdin,
    stdout,
    stderr,
    env,
    runtime: process.versions['bun'] === undefined ? `node ${process.version}` : `bun v${process.versions['bun']}`,
    cwd: workingFolder(),
    clock: systemClock,
    signal: interrupts.signal,
    self: isSingleFile
      ? [process.execPath]
      : [process.execPath, ...process.execArgv, process.argv[1] ?? fileURLToPath(import.meta.url)],
    editor,
    session: () => openSession({ stdin: process.stdin, stdout: process.stdout, signals: process, interrupts }),
  };
  const tell = (error: unknown): Promise<void> =>
    stderr.write(report(error, { debug: (env['TALOSCTL_DEBUG'] ?? '') !== '' })).catch(() => {});
  // What escapes the command is a fault like any other: said without a stack trace, and the end of the run.
  let escaped = false;
  process.on('uncaughtException', (error) => {
    escaped = true;
    abort.abort();
    void tell(error);
  });
  try {
    await run(process.argv.slice(2), manifest, around);
    return escaped ? 1 : 0;
  } catch (error) {
    if (readerGone && error instanceof CancelledError) return 0;
    await tell(error);
    return 1;
  } finally {
    stdin.close();
    // Output that its reader does not take would keep an interrupted process alive for good.
    if (signal.aborted) setTimeout(endAtOnce, lastWrites).unref();
  }
}

/** One that was removed has no name any more; then relative paths lead nowhere, and all else works. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? sep;
  }
}

/** Node's own exit waits for the system to find a host, be it for ever; a signal does not. */
function endAtOnce(): void {
  if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) process.kill(process.pid, 'SIGINT');
  process.exit();
}

/** Milliseconds that an interrupted command, which has ended, leaves to what is on its way out. */
const lastWrites = 10;

// A failure until the command has ended well, also where it ends by having nothing left to wait for.
process.exitCode = 1;
const stoppedHalfWay = (): void => {
  process.stderr.write('this is a fault of talosctl itself: the command stopped half-way\n');
};
process.once('beforeExit', stoppedHalfWay);
void main().then((code) => {
  process.removeListener('beforeExit', stoppedHalfWay);
  process.exitCode = code;
});
