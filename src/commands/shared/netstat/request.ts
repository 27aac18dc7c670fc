import {
  type NetstatRequest,
  NetstatRequest_Filter,
  type NetstatRequest_L4proto,
} from '../../../gen/machine/machine.js';

/** Which sockets are asked for. */
export interface SocketFlags {
  readonly all: boolean;
  readonly listening: boolean;
  readonly pods: boolean;
  readonly programs: boolean;
  readonly verbose: boolean;
  readonly tcp: boolean;
  readonly udp: boolean;
  readonly udplite: boolean;
  readonly raw: boolean;
  readonly ipv4: boolean;
  readonly ipv6: boolean;
}

/** @param networkNamespace of a pod; absent: the network of the node, and with `pods` those of all pods */
export function netstatRequest(flags: SocketFlags, networkNamespace: string | undefined): NetstatRequest {
  return {
    filter: filterOf(flags),
    feature: { pid: flags.programs },
    l4proto: protocolsOf(flags),
    netns:
      networkNamespace === undefined
        ? { allnetns: flags.pods, hostnetwork: true, netns: [] }
        : { allnetns: false, hostnetwork: false, netns: [networkNamespace] },
  };
}

function filterOf({ all, listening }: SocketFlags): NetstatRequest_Filter {
  if (all) return NetstatRequest_Filter.ALL;
  return listening ? NetstatRequest_Filter.LISTENING : NetstatRequest_Filter.CONNECTED;
}

/** --verbose is every protocol, none named are TCP and UDP; one of --ipv4 and --ipv6 leaves the other out. */
function protocolsOf(flags: SocketFlags): NetstatRequest_L4proto {
  const { verbose, ipv4, ipv6 } = flags;
  const named = flags.tcp || flags.udp || flags.udplite || flags.raw;
  const tcp = verbose || flags.tcp || !named;
  const udp = verbose || flags.udp || !named;
  const udplite = verbose || flags.udplite;
  const raw = verbose || flags.raw;
  const four = ipv4 || !ipv6;
  const six = ipv6 || !ipv4;
  return {
    tcp: tcp && four,
    tcp6: tcp && six,
    udp: udp && four,
    udp6: udp && six,
    udplite: udplite && four,
    udplite6: udplite && six,
    raw: raw && four,
    raw6: raw && six,
  };
}
