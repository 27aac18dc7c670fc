import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ClaimedNetwork, claimNetwork } from '../../../src/sim/process/network.js';

async function claim(t: TestContext, wanted?: string): Promise<ClaimedNetwork> {
  const claimed = await claimNetwork(wanted);
  t.after(() => new Promise<void>((resolve) => claimed.server.close(() => resolve())));
  return claimed;
}

test('claims made at the same time get networks of their own', async (t) => {
  const claimed = await Promise.all(Array.from({ length: 5 }, () => claim(t)));
  const places = claimed.map(({ server }) => JSON.stringify(server.address()));
  assert.equal(new Set(places).size, claimed.length);
  for (const { network, gateway, node } of claimed) {
    if (network === '127.0.0.1/32') continue;
    assert.match(network, /^127\.5\.\d+\.0\/24$/);
    assert.equal(gateway, network.replace(/0\/24$/, '1'));
    assert.deepEqual(node(0), { address: network.replace(/0\/24$/, '2'), port: 50000 });
    assert.deepEqual(node(1), { address: network.replace(/0\/24$/, '3'), port: 50000 });
  }
});

test('a network that another has is not given again', async (t) => {
  const { network } = await claim(t);
  if (network === '127.0.0.1/32') return;
  await assert.rejects(claimNetwork(network), /in use/);
});

test('a network is free again when its holder has gone', async (t) => {
  const first = await claimNetwork();
  await new Promise<void>((resolve) => first.server.close(() => resolve()));
  assert.equal((await claim(t, first.network)).network, first.network);
});
