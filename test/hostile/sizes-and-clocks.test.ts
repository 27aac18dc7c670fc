import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { CancelledError } from '../../src/errors/errors.js';
import { Data } from '../../src/gen/common/common.js';
import { MachineServiceService, ServiceListResponse } from '../../src/gen/machine/machine.js';
import { TimeResponse, TimeServiceService } from '../../src/gen/time/time.js';
import { createCertificate } from '../../src/pki/issue.js';
import { relabelForTls } from '../../src/pki/keys.js';
import { hour, validFor } from '../../src/pki/validity.js';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import type { Output } from '../../src/terminal/streams.js';
import { FakeClock } from '../helpers/clock.js';
import { startNode } from '../helpers/nodes.js';
import { TestCluster } from '../helpers/tls.js';

const mebibyte = 1024 * 1024;
const day = 24 * hour;

test('messages of nearly 32 MiB pass, larger ones are told as such', async (t) => {
  const node = await startNode(t);
  const sending = (size: number) =>
    async function* () {
      yield Data.fromPartial({ bytes: Buffer.alloc(size, 'x') });
    };
  node.server
    .stream(MachineServiceService.read, sending(31 * mebibyte))
    .stream(MachineServiceService.logs, sending(31 * mebibyte));
  assert.equal((await node.run(['read', '/x'])).stdoutBytes.length, 31 * mebibyte);
  assert.ok((await node.run(['logs', 'kubelet'])).stdoutBytes.length > 31 * mebibyte);
  node.server.stream(MachineServiceService.read, sending(32 * mebibyte));
  const { code, stderr } = await node.run(['read', '/x']);
  assert.equal(code, 1);
  assert.match(stderr, /are the limit.*\(ResourceExhausted\)\n.*ask for less/);
});

for (const words of [
  ['logs', 'kubelet'],
  ['logs', '-f', 'kubelet'],
  ['dmesg', '-f'],
  ['read', '/x'],
]) {
  test(`a stream without end and without newline: ${words.join(' ')}`, async (t) => {
    const node = await startNode(t);
    const abort = new AbortController();
    let sent = 0;
    const endless = async function* () {
      for (;;) {
        sent += 64 * 1024;
        yield Data.fromPartial({ bytes: Buffer.alloc(64 * 1024, 'x') });
      }
    };
    node.server
      .stream(MachineServiceService.logs, endless)
      .stream(MachineServiceService.dmesg, endless)
      .stream(MachineServiceService.read, endless);
    let written = 0;
    const stdout: Output = {
      isTerminal: false,
      columns: undefined,
      colour: false,
      async write(chunk) {
        if (abort.signal.aborted) throw new CancelledError('the reader is gone');
        written += chunk.length;
        if (written > 4 * mebibyte) abort.abort();
      },
    };
    const { code } = await node.run(words, { signal: abort.signal, stdout });
    assert.equal(code, words.includes('-f') ? 0 : 1);
    assert.ok(written > 4 * mebibyte, 'it is passed on while it comes');
    assert.ok(sent - written < 16 * mebibyte, `${sent - written} bytes are held`);
  });
}

test('clocks that are off by years', async (t) => {
  const node = await startNode(t, ['10.5.0.2'], { services: [MachineServiceService, TimeServiceService] });
  const now = new Date('2026-06-01T00:00:00Z');
  const at = (time: string) => ({ seconds: BigInt(Date.parse(time) / 1000), nanos: 0 });
  const event = (time: string, state: string) => ({ ts: at(time), state, msg: 'Started' });
  node.server
    .unary(MachineServiceService.serviceList, () =>
      ServiceListResponse.fromPartial({
        messages: [
          {
            services: [
              { id: 'ahead', state: 'Running', events: { events: [event('2036-06-01T00:00:00Z', 'Running')] } },
              { id: 'behind', state: 'Running', events: { events: [event('1970-01-01T00:00:10Z', 'Running')] } },
              {
                id: 'mad',
                state: 'Running',
                events: { events: [{ ts: { seconds: 1n << 62n, nanos: -5 }, msg: 'x' }] },
              },
            ],
          },
        ],
      }),
    )
    .unary(TimeServiceService.time, () =>
      TimeResponse.fromPartial({
        messages: [{ server: 'ntp', localtime: at('1970-01-01T00:00:10Z'), remotetime: at('2036-06-01T00:00:00Z') }],
      }),
    );
  const clock = new FakeClock(now);
  const services = await node.run(['services'], { clock });
  assert.equal(services.code, 0, services.stderr);
  assert.match(services.stdout, /ahead .* -87672h0m0s ago/);
  assert.match(services.stdout, /behind .* 494\d{3}h\d+m\d+s ago/);
  assert.match(services.stdout, /mad /);
  for (const service of ['ahead', 'behind', 'mad']) {
    assert.equal((await node.run(['service', service], { clock })).code, 0);
  }
  const time = await node.run(['time'], { clock });
  assert.equal(time.code, 0);
  assert.match(time.stdout, /1970-01-01 00:00:10 \+0000 UTC +2036-06-01 00:00:00 \+0000 UTC/);
});

for (const [years, told] of [
  [5, /not valid yet|not yet valid/],
  [-5, /expired/],
] as const) {
  test(`a node whose clock is ${years} years off shows a certificate of its own time`, async (t) => {
    const cluster = await TestCluster.create();
    const { crt, key } = await createCertificate(cluster.authority, {
      ...validFor(new Date(Date.now() + years * 365 * day), day),
      usages: ['server'],
      organizations: [],
      commonName: 'node',
      ipAddresses: ['127.0.0.1'],
      dnsNames: [],
    });
    const node = await startNode(t, ['10.5.0.2'], { certificate: { cert: crt, key: relabelForTls(key) } });
    const { name, context } = await cluster.context([node.server.address], ['10.5.0.2']);
    const path = join(node.home, 'other');
    await saveTalosconfig({ path, context: name, contexts: new Map([[name, context]]) });
    const { code, stderr } = await node.run(['version', '--talosconfig', path]);
    assert.equal(code, 1);
    assert.match(stderr, told);
    assert.match(stderr, /clock/);
  });
}
