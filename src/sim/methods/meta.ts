import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const largestKey = 0xff;
/** Bytes that the partition has for values. */
const room = 256 * 1024 - 64;
const done = { messages: [{ metadata: undefined }] };

function idOf(key: number): string {
  if (key > largestKey) throw new StatusError(Code.invalidArgument, 'key must be a uint8');
  return `0x${key.toString(16).padStart(2, '0')}`;
}

/** Keys of the META partition. */
export const meta = [
  unary(MachineServiceService.metaWrite, (runtime: Runtime, { key, value }) => {
    const { disk } = runtime.machine;
    const metaKeys = { ...disk.read().metaKeys, [idOf(key)]: value.toString('utf8') };
    const taken = Object.values(metaKeys).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (taken > room) throw new StatusError(Code.resourceExhausted, 'meta write failed');
    runtime.machine.updateDisk({ metaKeys });
    runtime.changed();
    return done;
  }),
  unary(MachineServiceService.metaDelete, (runtime: Runtime, { key }) => {
    const id = idOf(key);
    const { [id]: value, ...metaKeys } = runtime.machine.disk.read().metaKeys ?? {};
    if (value === undefined) throw new StatusError(Code.notFound, 'meta key not found');
    runtime.machine.updateDisk({ metaKeys });
    runtime.changed();
    return done;
  }),
];
