import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { ServerHttp2Stream } from 'node:http2';
import { test } from 'node:test';
import { Data } from '../../src/gen/common/common.js';
import { linkTypes, pcapHeader } from '../../src/packets/pcap.js';
import { frame } from '../../src/sim/rpc/frames.js';
import { respondOk, respondOpen, startRawNode } from '../helpers/raw-node.js';
import { tarGz } from '../helpers/tar.js';

const message = (bytes: Buffer | string): Buffer =>
  frame(Data.encode({ metadata: undefined, bytes: Buffer.from(bytes) }).finish());

/** Ways to break off behind some bytes, and what is said of it. */
const breaks: Readonly<
  Record<string, readonly [brokenOff: (stream: ServerHttp2Stream, sent: Buffer) => void, told: RegExp]>
> = {
  'half a message, and all is well': [
    (stream, sent) => {
      respondOk(stream);
      stream.end(Buffer.concat([sent, message('lost').subarray(0, 8)]));
    },
    /broke off in the middle of a message/,
  ],
  'half the head of a message, and all is well': [
    (stream, sent) => {
      respondOk(stream);
      stream.end(Buffer.concat([sent, message('lost').subarray(0, 3)]));
    },
    /broke off in the middle of a message/,
  ],
  'no status': [
    (stream, sent) => {
      respondOpen(stream);
      stream.end(sent);
    },
    /the answer from 10\.5\.0\.2 broke off before its end/,
  ],
  'half a message, then the stream is reset': [
    (stream, sent) => {
      respondOpen(stream);
      stream.write(Buffer.concat([sent, message('lost').subarray(0, 8)]), () => setTimeout(() => stream.close(8), 30));
    },
    /broke off before its end/,
  ],
  'half a message, then the connection is gone': [
    (stream, sent) => {
      respondOpen(stream);
      stream.write(Buffer.concat([sent, message('lost').subarray(0, 8)]), () =>
        setTimeout(() => stream.session?.destroy(), 30),
      );
    },
    /broke while the call was under way/,
  ],
  'a message of four gibibytes': [
    (stream, sent) => {
      respondOk(stream);
      stream.write(sent, () => setTimeout(() => stream.end(Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 1])), 30));
    },
    /where 33554432 are the limit/,
  ],
  'a message that claims to be compressed': [
    (stream, sent) => {
      respondOk(stream);
      stream.end(Buffer.concat([sent, Buffer.from([1, 0, 0, 0, 1, 0])]));
    },
    /the answer is compressed/,
  ],
};

for (const [what, [breakOff, told]] of Object.entries(breaks)) {
  test(`${what}: what came is printed, and the command fails`, async (t) => {
    const node = await startRawNode(t, (stream) => breakOff(stream, message('first\n')));
    const { code, stdout, stderr } = await node.run(['read', '/x']);
    assert.deepEqual([code, stdout], [1, 'first\n']);
    assert.match(stderr, told);
    assert.doesNotMatch(stderr, /fault of talosctl/);
  });

  test(`${what}: no half file`, async (t) => {
    const noise = Array.from({ length: 5000 }, (_, index) => String(index * 7919)).join();
    const archive = message(tarGz({ name: 'big', text: noise }).subarray(0, 9000));
    const copying = await startRawNode(t, (stream) => breakOff(stream, archive));
    assert.equal((await copying.run(['cp', '/x', 'out'])).code, 1);
    assert.deepEqual(await readdir(copying.home), ['.talos']);

    const head = message(pcapHeader(linkTypes.ethernet, 4096).subarray(0, 20));
    const capturing = await startRawNode(t, (stream) => breakOff(stream, head));
    assert.equal((await capturing.run(['pcap', '-o', 'x.pcap'])).code, 1);
    assert.deepEqual(await readdir(capturing.home), ['.talos']);

    const snapshot = await startRawNode(t, (stream) => breakOff(stream, message(Buffer.alloc(5000))));
    assert.equal((await snapshot.run(['etcd', 'snapshot', 'x.snap'])).code, 1);
    assert.deepEqual(await readdir(snapshot.home), ['.talos']);
  });
}

test('a peer that speaks no gRPC is told from a broken one', async (t) => {
  const web = await startRawNode(t, (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    stream.end('<html><body>It works!</body></html>');
  });
  const { code, stderr } = await web.run(['version', '-n', '10.5.0.2']);
  assert.equal(code, 1);
  assert.match(stderr, /the answer is no gRPC but text\/html/);
  const busy = await startRawNode(t, (stream) => {
    stream.respond({ ':status': 503, 'content-type': 'text/html' });
    stream.end('<html>');
  });
  assert.match((await busy.run(['services'])).stderr, /HTTP status code 503/);
});

test('messages that are no protobuf', async (t) => {
  const node = await startRawNode(t, (stream) => {
    respondOk(stream);
    stream.end(frame(Buffer.from([0x12, 0x7f, 1])));
  });
  for (const words of [['read', '/x'], ['services'], ['ls'], ['du'], ['get', 'members'], ['containers'], ['support']]) {
    const { code, stderr } = await node.run(words);
    assert.equal(code, 1, words.join(' '));
    assert.match(stderr, /cannot be decoded/, words.join(' '));
    assert.doesNotMatch(stderr, /fault of talosctl/);
  }
});

test('an answer without a message', async (t) => {
  const node = await startRawNode(t, (stream) => {
    respondOk(stream);
    stream.end();
  });
  for (const words of [['services'], ['version'], ['memory']]) {
    const { code, stderr } = await node.run(words);
    assert.equal(code, 1);
    assert.match(stderr, /without a message/);
  }
  assert.deepEqual(
    [(await node.run(['read', '/x'])).code, (await node.run(['ls'])).code],
    [0, 0],
    'nothing is an answer here',
  );
});
