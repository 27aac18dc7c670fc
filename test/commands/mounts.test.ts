import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MachineServiceService, MountsResponse } from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const stats = [
  { filesystem: '/dev/sda', size: 100_000_000_000n, available: 60_000_000_000n, mountedOn: '/var' },
  { filesystem: 'proc', size: 0n, available: 0n, mountedOn: '/proc' },
  { filesystem: 'tmpfs', size: 12_640_000_000n, available: 12_640_000_000n, mountedOn: '/a\u001b[2Jb' },
];

test('filesystems with a size are listed in GB', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.99']);
  server.unary(MachineServiceService.mounts, (_, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'gone');
    return MountsResponse.fromPartial({ messages: [{ stats }] });
  });
  const { code, stdout } = await run(['mounts']);
  assert.equal(
    stdout,
    `NODE       FILESYSTEM   SIZE(GB)   USED(GB)   AVAILABLE(GB)   PERCENT USED   MOUNTED ON
10.5.0.2   /dev/sda     100.00     40.00      60.00           40.00%         /var
10.5.0.2   tmpfs        12.64      0.00       12.64           0.00%          /a\\x1b[2Jb
`,
  );
  assert.equal(code, 1);
  const [first, second] = JSON.parse((await run(['mount', '-o', 'json'])).stdout);
  assert.deepEqual(first.stats[1], { filesystem: 'proc', size: 0, available: 0, mountedOn: '/proc' });
  assert.equal(second.error.code, 'Unavailable');
});
