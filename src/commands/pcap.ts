import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';

export const command = defineCommand({
  words: 'pcap',
  use: 'pcap',
  aliases: ['tcpdump'],
  summary: 'Capture what passes a network interface of a node',
  description:
    'Shows the packets that pass an interface of one node, a line for each, until interrupted or for --duration. With ' +
    '--output they are written as a capture file (pcap), for tcpdump or Wireshark; - is standard output.\n\n' +
    'The capture itself comes over the network: leave the Talos API (port 50000) out where that is the way. A filter is ' +
    'compiled by tcpdump, with -y EN10MB for Ethernet and -y RAW for WireGuard interfaces.\n\n' +
    'The file gets its name when the capture has ended. Where the node is lost before, what was captured stays under a ' +
    'name with .partial behind it.',
  examples:
    '  talosctl pcap -i eth0\n' +
    '  talosctl pcap -i eth0 --duration 30s -o eth0.pcap\n' +
    '  talosctl pcap -i eth0 -o - | tcpdump -vvv -r -\n' +
    '  talosctl pcap -i eth0 --bpf-filter "$(tcpdump -dd -y EN10MB \'not port 50000\')"',
  connection: 'flags',
  args: noArguments,
  flags: {
    interface: flag.string('interface to capture on', { short: 'i', default: 'eth0' }),
    promiscuous: flag.bool('capture what is meant for others, too'),
    snaplen: flag.int('has no effect', {
      short: 's',
      default: 4096,
      hidden: true,
      deprecated: 'packets are always captured whole',
    }),
    output: flag.string('write a capture file instead of lines; - is standard output', { short: 'o' }),
    'bpf-filter': flag.string('filter for packets, in the form of tcpdump -dd'),
    duration: flag.duration('how long to capture; until interrupted unless said'),
  },
  completeFlags: {
    interface: async (ctx) => {
      const { completeLinks } = await import('./shared/pcap/complete-links.js');
      return completeLinks(ctx);
    },
  },
  resolve: (_args, { values }) => ({
    link: values.interface,
    promiscuous: values.promiscuous,
    output: values.output,
    filter: values['bpf-filter'],
    duration: values.duration,
  }),
  async run(ctx, options) {
    const { capturePackets } = await import('./shared/pcap/capture.js');
    await capturePackets(ctx, options);
  },
});
