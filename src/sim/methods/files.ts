import { MachineServiceService } from '../../gen/machine/machine.js';
import { fileOf } from '../machine/files.js';
import type { Runtime } from '../machine/runtime.js';
import { serverStream } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const chunkSize = 32 * 1024;

export const files = [
  serverStream(MachineServiceService.read, async function* (runtime: Runtime, { path }) {
    const file = fileOf(runtime, path);
    if (file === undefined) throw new StatusError(Code.notFound, `stat ${path}: no such file or directory`);
    if (file === 'folder') throw new Error('path must be a regular file');
    for (let at = 0; at < file.length; at += chunkSize) {
      yield { metadata: undefined, bytes: file.subarray(at, at + chunkSize) };
    }
  }),
];
