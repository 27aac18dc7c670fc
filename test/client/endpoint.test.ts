import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNode, parseEndpoint } from '../../src/client/endpoint.js';
import { TalosctlError } from '../../src/errors/errors.js';

const readable: readonly [text: string, host: string, port: number, address: string][] = [
  ['10.5.0.2', '10.5.0.2', 50000, '10.5.0.2:50000'],
  ['10.5.0.2:50001', '10.5.0.2', 50001, '10.5.0.2:50001'],
  ['cp1', 'cp1', 50000, 'cp1:50000'],
  ['cp-1.example.com:443', 'cp-1.example.com', 443, 'cp-1.example.com:443'],
  ['fd00::2', 'fd00::2', 50000, '[fd00::2]:50000'],
  ['[fd00::2]', 'fd00::2', 50000, '[fd00::2]:50000'],
  ['[fd00::2]:50001', 'fd00::2', 50001, '[fd00::2]:50001'],
  ['fe80::1%eth0', 'fe80::1%eth0', 50000, '[fe80::1%eth0]:50000'],
  ['[fe80::1%eth0]:50001', 'fe80::1%eth0', 50001, '[fe80::1%eth0]:50001'],
  ['https://omni.example.com', 'omni.example.com', 443, 'omni.example.com:443'],
  ['https://omni.example.com/', 'omni.example.com', 443, 'omni.example.com:443'],
  ['https://omni.example.com:8443', 'omni.example.com', 8443, 'omni.example.com:8443'],
  ['https://[fd00::2]:8443', 'fd00::2', 8443, '[fd00::2]:8443'],
  ['  10.5.0.2 ', '10.5.0.2', 50000, '10.5.0.2:50000'],
];

for (const [text, host, port, address] of readable) {
  test(`endpoint ${JSON.stringify(text)} is ${address}`, () => {
    assert.deepEqual(parseEndpoint(text), { host, port, address });
  });
}

const refused: readonly [text: string, message: RegExp][] = [
  ['', /empty endpoint/],
  ['10.5.0.2,10.5.0.3', /several in one word/],
  ['10.5.0.2 10.5.0.3', /several in one word/],
  ['https://10.5.0.2:6443', /is the Kubernetes API/],
  ['http://10.5.0.2:50000', /scheme http/],
  ['10.5.0.2:', /neither a host nor an address/],
  ['10.5.0.2:99999', /neither a host nor an address/],
  ['10.5.0.2:0', /neither a host nor an address/],
  ['[10.5.0.2', /neither a host nor an address/],
  ['[cp1]:50000', /neither a host nor an address/],
  ['fd00::2:50000:x', /neither a host nor an address/],
  ['cp/1', /neither a host nor an address/],
];

for (const [text, message] of refused) {
  test(`endpoint ${JSON.stringify(text)} is refused`, () => {
    assert.throws(
      () => parseEndpoint(text),
      (error) => error instanceof TalosctlError && message.test(error.message),
    );
  });
}

test('nodes that cannot be one are refused', () => {
  assert.doesNotThrow(() => checkNode('10.5.0.2'));
  assert.doesNotThrow(() => checkNode('talos-w1'));
  assert.throws(() => checkNode('10.5.0.2,10.5.0.3'), /node "10\.5\.0\.2,10\.5\.0\.3" holds several/);
  assert.throws(() => checkNode('https://10.5.0.2'), /node "https:\/\/10\.5\.0\.2" is a URL/);
});
