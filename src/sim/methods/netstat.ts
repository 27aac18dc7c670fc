import {
  type ConnectRecord,
  NetstatRequest_Filter as Filter,
  MachineServiceService,
  type NetstatRequest,
} from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { socketsOf } from '../machine/sockets.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

/** The connections of the machine and its pods. */
export const netstat = [
  unary(MachineServiceService.netstat, (runtime: Runtime, request) => {
    const accepted = accepts(request.filter);
    const connectrecord = socketsOf(runtime)
      .filter((socket) => hasProtocol(request, socket) && inNetwork(request, socket) && accepted(socket))
      .map((socket) => (request.feature?.pid === true ? socket : { ...socket, process: { pid: 0, name: '' } }));
    return { messages: [{ metadata: undefined, connectrecord }] };
  }),
];

function accepts(filter: Filter): (socket: ConnectRecord) => boolean {
  switch (filter) {
    case Filter.ALL:
      return () => true;
    case Filter.LISTENING:
      return ({ remoteport }) => remoteport === 0;
    case Filter.CONNECTED:
      return ({ remoteport }) => remoteport !== 0;
    default:
      throw new StatusError(Code.invalidArgument, `invalid filter: ${filter}`);
  }
}

function hasProtocol({ l4proto }: NetstatRequest, socket: ConnectRecord): boolean {
  const wanted: Readonly<Record<string, unknown>> = { ...l4proto };
  return wanted[socket.l4proto] === true;
}

function inNetwork({ netns }: NetstatRequest, socket: ConnectRecord): boolean {
  if (socket.netns === '') return netns?.hostnetwork === true;
  return netns?.allnetns === true || (netns?.netns.includes(socket.netns) ?? false);
}
