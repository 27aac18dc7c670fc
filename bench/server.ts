import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { MachineServiceService } from '../src/gen/machine/machine.js';
import { serverStream } from '../src/sim/rpc/handler.js';
import { startStreamNode, streaming } from '../test/helpers/stream-node.js';
import { startRowsNode } from './rows-node.js';
import type { Scale } from './stage.js';

/** A process of its own with the nodes that stream and list, so that serving is not counted as measuring. */
const scale = JSON.parse(process.argv[2] ?? '') as Scale;

const closing: (() => unknown)[] = [];
const t = { after: (close: () => unknown) => closing.push(close) } as unknown as Parameters<typeof startStreamNode>[0];

/** Milliseconds between lines of a log that is followed. */
const timedLineEvery = 10;
/** Bytes of one message, as nodes send them. */
const messageSize = 32 * 1024;
const mebibyte = 1024 * 1024;
const line = (at: number): string =>
  `{"ts":${1796000000000 + at},"caller":"prober/prober_manager.go:312","msg":"a line as the kubelet writes it","v":0}\n`;

function* messages(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += messageSize) yield bytes.subarray(at, at + messageSize);
}

/** What a text of a machine compresses like. */
const block = Buffer.from(Array.from({ length: 10_000 }, (_, at) => line(at * 7919)).join('')).subarray(0, mebibyte);

/** The header of the one file of an archive. */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\x000000000\0', 108);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const logLines = Array.from({ length: 1000 }, (_, at) => line(at));

function* manyLines(): Generator<Buffer> {
  const thousand = Buffer.from(logLines.join(''));
  for (let sent = 0; sent < scale.logLines; sent += logLines.length) yield* messages(thousand);
}

/** Lines that say when they were written, by the clock that all processes of a machine share, until the reader is gone. */
async function* timedLines(signal: AbortSignal): AsyncGenerator<Buffer> {
  while (!signal.aborted) {
    await sleep(timedLineEvery);
    yield Buffer.from(`${process.hrtime.bigint()}\n`);
  }
}

const archiveHeader = gzipSync(tarHeader('large', scale.copyMebibytes * mebibyte));
const archiveBlock = gzipSync(block, { level: 1 });
const archiveEnd = gzipSync(Buffer.alloc(1024));

const streams = await startStreamNode(t, [
  streaming(MachineServiceService.read, async function* () {
    for (let sent = 0; sent < scale.copyMebibytes; sent++) yield* messages(block);
  }),
  streaming(MachineServiceService.copy, async function* () {
    yield archiveHeader;
    for (let sent = 0; sent < scale.copyMebibytes; sent++) yield* messages(archiveBlock);
    yield archiveEnd;
  }),
  {
    path: MachineServiceService.logs.path,
    endpoint: serverStream(MachineServiceService.logs, async function* (_: null, { follow }, { signal }) {
      const bytes = follow ? timedLines(signal) : manyLines();
      for await (const piece of bytes) yield { metadata: undefined, bytes: piece };
    }),
  },
]);
process.send?.({
  streams: streams.home,
  fewRows: await startRowsNode(t, 10),
  manyRows: await startRowsNode(t, 1000),
});
process.once('SIGTERM', () => {
  void (async () => {
    for (const close of closing.toReversed()) await close();
    process.exit();
  })();
});
