import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MachineServiceService } from '../src/gen/machine/machine.js';
import { serverStream } from '../src/sim/rpc/handler.js';
import { RpcServer } from '../src/sim/rpc/server.js';
import { saveTalosconfig } from '../src/talosconfig/save.js';
import { archiveOf, captureOf, snapshotOf, textOf } from '../test/helpers/endless.js';
import { TestCluster } from '../test/helpers/tls.js';

/**
 * Moves a gibibyte through each command that streams: MiB in a second, and the most memory that the program held. Both
 * sides run on this machine.
 */
const launcher = fileURLToPath(new URL('../bin/talosctl.js', import.meta.url));
const mebibyte = 1024 * 1024;
const size = 1024 * mebibyte;

const { copy, etcdSnapshot, logs, packetCapture, read } = MachineServiceService;
const sources = new Map<string, (total: number) => Iterable<Buffer> | AsyncIterable<Buffer>>([
  [read.path, textOf],
  [logs.path, textOf],
  [packetCapture.path, captureOf],
  [copy.path, archiveOf],
  [etcdSnapshot.path, snapshotOf],
]);

const home = await mkdtemp(join(tmpdir(), 'talosctl-bench-'));
const cluster = await TestCluster.create();
const { cert, key } = await cluster.server('127.0.0.1');
const server = await RpcServer.listen({
  host: '127.0.0.1',
  port: 0,
  tls: { cert, key, clientCa: [cluster.authority.crt] },
  roles: () => new Set(),
  handler: (call, requests) => {
    const pieces = sources.get(call.path) ?? textOf;
    // All of them stream the same message.
    const method = { ...read, path: call.path, requestDeserialize: () => ({ path: '' }) };
    const endpoint = serverStream(method, async function* () {
      for await (const bytes of pieces(size)) yield { metadata: undefined, bytes };
    });
    return endpoint.handler(null)(call, requests);
  },
});
const { name, context } = await cluster.context([`127.0.0.1:${server.port}`], ['10.5.0.2']);
await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });

async function peakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

async function measure(...words: readonly string[]): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [launcher, ...words], {
    env: { PATH: process.env['PATH'], HOME: home },
    cwd: home,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.resume();
  let peak = 0;
  const watch = setInterval(() => {
    void peakMemory(child.pid).then((memory) => {
      peak = Math.max(peak, memory);
    });
  }, 50);
  await once(child, 'close');
  clearInterval(watch);
  const rate = size / mebibyte / ((performance.now() - began) / 1000);
  process.stdout.write(
    `${words.join(' ').padEnd(30)} ${rate.toFixed(0).padStart(6)} MiB/s ${peak.toFixed(0).padStart(6)} MiB held\n`,
  );
  await rm(join(home, 'out'), { recursive: true, force: true });
}

try {
  for (const words of [
    ['read', '/x'],
    ['logs', 'kubelet'],
    ['pcap', '-o', '-'],
    ['pcap', '-o', 'out'],
    ['copy', '/x', '-'],
    ['copy', '/x', 'out'],
    ['etcd', 'snapshot', 'out'],
  ]) {
    await measure(...words);
  }
} finally {
  await server.stop();
  await rm(home, { recursive: true, force: true });
}
