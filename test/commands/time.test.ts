import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { type TimeRequest, TimeServiceService } from '../../src/gen/time/time.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const seconds = BigInt(Date.UTC(2026, 10, 30, 21, 4, 41) / 1000);
const answer = (server: string) => ({
  messages: [
    {
      metadata: undefined,
      server,
      localtime: { seconds, nanos: 642_128_650 },
      remotetime: { seconds, nanos: 0 },
    },
  ],
});

test('clocks are shown with the decimals they have', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.99'], {
    services: [MachineServiceService, TimeServiceService],
  });
  const checks: TimeRequest[] = [];
  server.unary(TimeServiceService.time, () => answer('time.cloudflare.com'));
  server.unary(TimeServiceService.timeCheck, (request, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(2, 'error querying NTP server "10.5.0.1": timeout');
    checks.push(request);
    return answer(request.server);
  });
  const own = await run(['time', '-n', '10.5.0.2']);
  assert.equal(
    own.stdout,
    `NODE       NTP-SERVER            NODE-TIME                                NTP-SERVER-TIME
10.5.0.2   time.cloudflare.com   2026-11-30 21:04:41.64212865 +0000 UTC   2026-11-30 21:04:41 +0000 UTC
`,
  );
  assert.deepEqual([own.code, own.stderr], [0, '']);
  const checked = await run(['time', '--check', '10.5.0.1', '-o', 'json']);
  const [first, second] = JSON.parse(checked.stdout);
  assert.deepEqual(first, {
    node: '10.5.0.2',
    server: '10.5.0.1',
    localtime: '2026-11-30T21:04:41.64212865Z',
    remotetime: '2026-11-30T21:04:41Z',
  });
  assert.match(second.error.message, /querying NTP server/);
  assert.equal(checked.code, 1);
  assert.deepEqual(checks, [{ server: '10.5.0.1' }]);
});
