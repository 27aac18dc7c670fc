import { isIP } from 'node:net';
import { type TimeResponse, TimeServiceService } from '../../gen/time/time.js';
import type { Runtime } from '../machine/runtime.js';
import { specTexts } from '../machine/spec.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

/** How far the machine's clock is ahead of every time server. */
const offsetNanos = 49_433n;
const billion = 1_000_000_000n;

/** The machine's clock next to that of a time server. */
export const time = [
  unary(TimeServiceService.time, (runtime: Runtime) => {
    const status = runtime.resources.get('network', 'TimeServerStatuses.net.talos.dev', 'timeservers');
    return check(runtime, specTexts(status?.spec, 'timeServers')[0] ?? 'time.cloudflare.com');
  }),
  unary(TimeServiceService.timeCheck, (runtime: Runtime, { server }) => check(runtime, server)),
];

function check(runtime: Runtime, server: string): TimeResponse {
  if (server === '') throw new StatusError(Code.invalidArgument, 'ntp server is required');
  if (server.startsWith('/dev/')) {
    throw new Error(`error querying PTP device ${JSON.stringify(server)}: open ${server}: no such file or directory`);
  }
  if (!isReachable(server)) {
    const lookup = `lookup ${server} on 127.0.0.53:53: no such host`;
    throw new Error(`error querying NTP server ${JSON.stringify(server)}: ${lookup}`);
  }
  const local = BigInt(runtime.machine.now().getTime()) * 1_000_000n + offsetNanos;
  return {
    messages: [
      { metadata: undefined, server, localtime: timestamp(local), remotetime: timestamp(local - offsetNanos) },
    ],
  };
}

/** The simulated network has a time server at every address and name, but for names that can be nobody's. */
function isReachable(server: string): boolean {
  return isIP(server) !== 0 || (/^[a-z0-9.-]+$/i.test(server) && !server.endsWith('.invalid'));
}

function timestamp(nanoseconds: bigint) {
  return { seconds: nanoseconds / billion, nanos: Number(nanoseconds % billion) };
}
