import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { CallError, CancelledError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { gather } from '../../../files/gather.js';
import { GrowingFile } from '../../../files/growing-file.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { parseBpf } from '../../../packets/bpf.js';
import { describePacket } from '../../../packets/describe.js';
import { type Packet, PcapParser } from '../../../packets/pcap.js';
import { NodeBytes } from '../node-bytes.js';
import { refuseTerminal } from '../refuse-terminal.js';
import { singleNode } from '../single-node.js';

export interface CaptureOptions {
  readonly link: string;
  readonly promiscuous: boolean;
  /** File to write to, `-` for stdout; empty: lines for people. */
  readonly output: string;
  /** As of `tcpdump -dd`; empty: none. */
  readonly filter: string;
  /** Milliseconds; 0: until interrupted. */
  readonly duration: number;
}

/** Captures packets on the one node. Ctrl-C is the usual end of it, and no failure. */
export async function capturePackets(ctx: Context, options: CaptureOptions): Promise<void> {
  const { link, promiscuous, output, filter, duration } = options;
  const bpfFilter = parseBpf(filter).map((instruction) => ({ ...instruction }));
  if (output === '-') refuseTerminal(ctx.stdout, 'a capture');
  const client = await ctx.client();
  const node = singleNode(client, 'pcap');
  const request = { interface: link, promiscuous, snapLen: 0, bpfFilter };
  const timeout = duration > 0 ? duration : undefined;
  const bytes = NodeBytes.of(client, MachineServiceService.packetCapture, request, { node, timeout });
  const capture = untilEnd(bytes, () => ctx.signal.aborted, timeout !== undefined);
  if (output === '') await printPackets(ctx, capture);
  else if (output === '-') for await (const piece of capture) await ctx.stdout.write(piece);
  else await savePackets(ctx, capture, output);
}

/** The bytes until the capture is to end: an interruption, or the end of its time. */
async function* untilEnd(
  bytes: NodeBytes,
  isInterrupted: () => boolean,
  isTimed: boolean,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* bytes;
  } catch (error) {
    const isEnd =
      (error instanceof CancelledError && isInterrupted()) ||
      (isTimed && error instanceof CallError && error.code === GrpcStatus.DeadlineExceeded);
    if (!isEnd) throw error;
  }
  if (bytes.failure !== undefined) throw bytes.failure;
}

async function printPackets(ctx: Context, capture: AsyncIterable<Buffer>): Promise<void> {
  const parser = new PcapParser();
  for await (const piece of capture) {
    const packets = parser.push(piece);
    if (packets.length === 0) continue;
    const { linkType = 0 } = parser;
    const lines = packets.map((packet) => `${formatTime(packet)} ${describePacket(packet.data, linkType)}\n`);
    await ctx.stdout.write(lines.join(''));
  }
}

/** Local time of day with microseconds, as tcpdump has it. */
function formatTime({ time }: Packet): string {
  const date = new Date(Number(time / 1_000_000n));
  const two = (value: number): string => String(value).padStart(2, '0');
  const micros = String((time / 1000n) % 1_000_000n).padStart(6, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${micros}`;
}

async function savePackets(ctx: Context, capture: AsyncIterable<Buffer>, output: string): Promise<void> {
  const file = await GrowingFile.create(resolve(ctx.cwd, output));
  let failure: unknown;
  // What came before a failure is written, too.
  const good = async function* (): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* wholePackets(capture);
    } catch (error) {
      failure = error;
    }
  };
  try {
    let size = 0;
    for await (const piece of gather(good())) {
      await file.write(piece);
      size += piece.length;
    }
    if (failure === undefined && size > 0) return await file.place();
    if (failure === undefined) {
      await ctx.stderr.write(`nothing was captured, ${output} is not written\n`);
      return;
    }
    if (size === 0 || !file.isRegular || !(failure instanceof TalosctlError)) throw failure;
    const kept = await file.keep();
    await ctx.stderr.write(`the capture ended early; what was captured until then is in ${kept}\n`);
    throw failure;
  } finally {
    await file.discard();
  }
}

/** A capture up to its last whole packet; what is no capture passes as it is. */
async function* wholePackets(capture: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const parser = new PcapParser();
  let isCapture: boolean | undefined;
  let head: Buffer = Buffer.alloc(0);
  for await (const piece of capture) {
    let bytes = piece;
    if (isCapture === undefined) {
      head = Buffer.concat([head, piece]);
      isCapture = PcapParser.recognizes(head);
      if (isCapture === undefined) continue;
      bytes = head;
    }
    const whole = isCapture ? parser.whole(bytes) : bytes;
    if (whole.length > 0) yield whole;
  }
}
