import { MachineServiceService } from '../../gen/machine/machine.js';
import { faultOf, runBpf } from '../../packets/bpf.js';
import { linkTypes, packetHeader, pcapHeader } from '../../packets/pcap.js';
import { traffic } from '../capture/traffic.js';
import type { Runtime } from '../machine/runtime.js';
import { specText } from '../machine/spec.js';
import { serverStream } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const usualSnapLength = 4096;
/** Milliseconds between two packets. */
const rhythm = 25;

const capturedTypes: Readonly<Record<string, number>> = {
  ether: linkTypes.ethernet,
  loopback: linkTypes.ethernet,
  none: linkTypes.rawIp,
};

/** Packets that pass the machine, as a capture file. */
export const capture = [
  serverStream(MachineServiceService.packetCapture, async function* (runtime: Runtime, request, { signal }) {
    const { interface: link, promiscuous, snapLen, bpfFilter } = request;
    const status = runtime.resources.get('network', 'LinkStatuses.net.talos.dev', link);
    if (status === undefined) throw new StatusError(Code.notFound, `interface ${JSON.stringify(link)} not found`);
    const type = specText(status.spec, 'type');
    const linkType = capturedTypes[type];
    if (linkType === undefined) throw new StatusError(Code.invalidArgument, `unsupported link type ${type}`);
    if (bpfFilter.length > 0 && faultOf(bpfFilter) !== undefined) {
      throw new Error('error setting BPF filter: invalid argument');
    }
    yield data(pcapHeader(linkType, snapLen || usualSnapLength));
    for (const frame of traffic(runtime, link, promiscuous)) {
      await runtime.machine.pace.wait(rhythm, signal);
      const length = bpfFilter.length === 0 ? frame.length : Math.min(frame.length, runBpf(bpfFilter, frame));
      if (length === 0) continue;
      const time = BigInt(runtime.machine.now().getTime()) * 1_000_000n;
      const packet = { time, data: frame.subarray(0, length), length: frame.length };
      yield data(packetHeader(packet));
      yield data(packet.data);
    }
  }),
];

const data = (bytes: Buffer) => ({ metadata: undefined, bytes });
