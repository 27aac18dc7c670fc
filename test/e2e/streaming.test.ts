import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { archiveOf, captureOf, snapshotOf, textOf } from '../helpers/endless.js';
import { startTalosctl } from '../helpers/program.js';
import { type Streamed, startStreamNode, streaming } from '../helpers/stream-node.js';

const mebibyte = 1024 * 1024;
/** Enough that a program which keeps what it passes on would need more than it may. */
const size = 192 * mebibyte;
const mostMemory = 150 * mebibyte;
/** Milliseconds until a command ends that is told to: 100, and what a busy machine adds. */
const patience = 400;

const { copy, etcdSnapshot, logs, packetCapture, read } = MachineServiceService;
type Pieces = (size: number) => Iterable<Buffer> | AsyncIterable<Buffer>;

const of =
  <Q, R>(method: Parameters<typeof streaming<Q, R>>[0], pieces: Pieces) =>
  (total: number): Streamed =>
    streaming(method, async function* () {
      yield* pieces(total);
    });

interface Command {
  readonly words: readonly string[];
  readonly answer: (total: number) => Streamed;
  /** What lies in the folder afterwards. */
  readonly made?: string;
  /** Whether an interruption is the usual end, which leaves what was made until then. */
  readonly interruptible?: boolean;
}

const commands: readonly Command[] = [
  { words: ['read', '/x'], answer: of(read, textOf) },
  { words: ['logs', 'kubelet'], answer: of(logs, textOf) },
  { words: ['pcap'], answer: of(packetCapture, captureOf), interruptible: true },
  { words: ['pcap', '-o', '-'], answer: of(packetCapture, captureOf), interruptible: true },
  { words: ['pcap', '-o', 'x.pcap'], answer: of(packetCapture, captureOf), made: 'x.pcap', interruptible: true },
  { words: ['copy', '/x', '-'], answer: of(copy, archiveOf) },
  { words: ['copy', '/x', 'out'], answer: of(copy, archiveOf), made: 'out/big' },
  { words: ['etcd', 'snapshot', 'x.snap'], answer: of(etcdSnapshot, snapshotOf), made: 'x.snap' },
];

async function start(t: TestContext, { words, answer }: Command, total: number) {
  const node = await startStreamNode(t, [answer(total)]);
  const child = startTalosctl(words, { env: { HOME: node.home }, cwd: node.home });
  t.after(() => child.kill('SIGKILL'));
  const told: Buffer[] = [];
  child.stderr.on('data', (piece: Buffer) => told.push(piece));
  let printed = 0;
  child.stdout.on('data', (piece: Buffer) => {
    printed += piece.length;
  });
  const made = async (): Promise<string[]> => (await readdir(node.home)).filter((name) => name !== '.talos').sort();
  return { node, child, made, printed: () => printed, told: () => Buffer.concat(told).toString() };
}

/** The most memory that a process has held until now; undefined where the system does not tell. */
async function peakMemory(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

for (const command of commands) {
  const name = command.words.join(' ');

  test(`${name}: much passes through little memory`, { timeout: 120_000 }, async (t) => {
    const { node, child, printed, told } = await start(t, command, size);
    let peak = 0;
    const watch = setInterval(() => {
      void peakMemory(child.pid).then((memory = 0) => {
        peak = Math.max(peak, memory);
      });
    }, 50);
    t.after(() => clearInterval(watch));
    await once(child, 'close');
    clearInterval(watch);
    assert.ok(peak < mostMemory, `${name} held ${Math.round(peak / mebibyte)} MiB`);
    if (command.made === undefined) {
      assert.ok(printed() > size / 20, told());
      assert.equal(child.exitCode, 0, told());
    } else {
      assert.ok((await stat(join(node.home, command.made))).size >= size - 512, told());
    }
  });

  test(`${name}: Ctrl-C ends it at once`, async (t) => {
    const { child, made } = await start(t, command, Number.MAX_SAFE_INTEGER);
    await underWay(child, made, command);
    const started = performance.now();
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.ok(performance.now() - started < patience, `it took ${Math.round(performance.now() - started)} ms`);
    assert.equal(code, command.interruptible === true ? 0 : 1);
    assert.deepEqual(await made(), command.interruptible === true && command.made !== undefined ? [command.made] : []);
  });

  if (command.made !== undefined) continue;
  test(`${name}: a reader that goes away ends it at once`, async (t) => {
    const { child, made, told } = await start(t, command, Number.MAX_SAFE_INTEGER);
    await underWay(child, made, command);
    const started = performance.now();
    child.stdout.destroy();
    const [code] = await once(child, 'exit');
    assert.ok(performance.now() - started < patience, `it took ${Math.round(performance.now() - started)} ms`);
    assert.deepEqual([code, told()], [0, '']);
  });
}

/** Waits until bytes arrive, in the command's output or in a file. */
async function underWay(
  child: ReturnType<typeof startTalosctl>,
  made: () => Promise<string[]>,
  { made: file }: Command,
): Promise<void> {
  if (file === undefined) await once(child.stdout, 'data');
  else while ((await made()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 200));
}
