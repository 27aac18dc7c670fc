import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';
import { TestCluster } from '../helpers/tls.js';

/** Runs `version` with these flags; gives exit status and what is said. */
async function ask(t: TestContext, flags: readonly string[], answer?: StatusError) {
  const node = await startNode(t);
  if (answer !== undefined) {
    node.server.unary(MachineServiceService.version, () => {
      throw answer;
    });
  }
  const { code, stderr } = await node.run(['version', ...flags]);
  return { code, stderr, calls: node.server.calls.length };
}

test('what cannot be a target is explained before anything is dialled', async (t) => {
  const cases: readonly [flags: readonly string[], said: RegExp][] = [
    [
      ['-e', 'https://10.5.0.2:6443'],
      /endpoint "https:\/\/10\.5\.0\.2:6443" is the Kubernetes API, not the Talos API\n.*10\.5\.0\.2 /,
    ],
    [['-e', 'http://10.5.0.2'], /has the scheme http; the Talos API speaks TLS only/],
    [['-e', '10.5.0.2 10.5.0.3'], /endpoint "10\.5\.0\.2 10\.5\.0\.3" holds several in one word/],
    [['-e', '10.5.0.2;10.5.0.3'], /holds several in one word/],
    [['-n', 'https://10.5.0.2:6443'], /node "https:\/\/10\.5\.0\.2:6443" is a URL/],
    [['-n', '10.5.0.2 10.5.0.3'], /node "10\.5\.0\.2 10\.5\.0\.3" holds several in one word/],
    [
      ['-n', '10.5.0.2:50000'],
      /node "10\.5\.0\.2:50000" has a port.*\n-n 10\.5\.0\.2; the port belongs to the endpoint/,
    ],
    [['-n', '[fd00::2]:50000'], /has a port/],
  ];
  for (const [flags, said] of cases) {
    const { code, stderr, calls } = await ask(t, flags);
    assert.deepEqual([code, calls], [1, 0], flags.join(' '));
    assert.match(stderr, said);
  }
});

test('an address of IPv6 is not taken for one with a port', async (t) => {
  const { stderr } = await ask(t, ['-n', 'fd00::5000'], new StatusError(7, 'not authorized'));
  assert.match(stderr, /not authorized/);
});

test('a worker as the endpoint', async (t) => {
  const { code, stderr } = await ask(t, [], new StatusError(7, 'no request forwarding'));
  assert.equal(code, 1);
  assert.match(
    stderr,
    /the endpoint is a worker, which does not pass calls on to other nodes.*\nuse a control plane node/,
  );
});

test('an address that is not in the certificate', async (t) => {
  const node = await startNode(t);
  const cluster = await TestCluster.create();
  const { TestServer } = await import('../helpers/servers.js');
  const { saveTalosconfig } = await import('../../src/talosconfig/save.js');
  const server = await TestServer.start(t, {
    certificate: await cluster.server('10.9.9.9'),
    clientCa: cluster.authority.crt,
  });
  const { name, context } = await cluster.context([server.address], ['10.5.0.2']);
  const path = `${node.home}/other`;
  await saveTalosconfig({ path, context: name, contexts: new Map([[name, context]]) });
  const { code, stderr } = await node.run(['version', '--talosconfig', path]);
  assert.equal(code, 1);
  assert.match(stderr, /the node's certificate is not made for this address \(Unavailable\)\n.*certSANs/);
});

test('an address that is not in the certificate of a node behind the endpoint', async (t) => {
  const detail =
    'connection error: desc = "transport: authentication handshake failed: tls: failed to verify certificate: ' +
    'x509: certificate is valid for 10.5.0.9, not 10.5.0.2"';
  const { stderr } = await ask(t, [], new StatusError(14, detail));
  assert.match(stderr, /cannot reach node 10\.5\.0\.2: the node's certificate is not made for this address/);
});
