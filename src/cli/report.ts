import { printableText } from '../errors/control-characters.js';
import { CancelledError, SilentFailure, TalosctlError, UsageError } from '../errors/errors.js';
import { WrongWords } from './run.js';

/** The text on stderr for an error that ended a command. With `debug` the stack trace and the causes follow. */
export function report(error: unknown, { debug }: { readonly debug: boolean }): string {
  // Messages quote nodes, files and arguments.
  return printableText(`${message(error)}${debug ? trace(error) : ''}`);
}

function message(error: unknown): string {
  if (error instanceof SilentFailure || error instanceof CancelledError) return '';
  if (error instanceof WrongWords) return `${withHint(error)}\n${error.usage}\n`;
  if (error instanceof UsageError || error instanceof TalosctlError) return withHint(error);
  return `${systemMessage(error) ?? defectMessage(error)}\n`;
}

function withHint({ message: text, hint }: TalosctlError): string {
  return `${text}\n${hint === undefined ? '' : `${hint}\n`}`;
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'it exists already',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the quota is used up',
  EIO: 'the device failed',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
};

/** Failures of the file system that no command worded better. */
function systemMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : systemReasons[code];
  if (reason === undefined) return undefined;
  if (path !== undefined) return `${path}: ${reason}`;
  return syscall === 'write' ? `cannot write the output: ${reason}` : undefined;
}

function defectMessage(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `this is a fault of talosctl itself: ${text}\nset TALOSCTL_DEBUG=1 to see where it happened`;
}

function trace(error: unknown): string {
  let text = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) text += `${cause.stack ?? cause.message}\n`;
  return text;
}
