import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatIpAddress, ipAddressBytes } from '../../src/pki/ip.js';

describe('IP addresses', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['192.0.2.1', 'c0000201', '192.0.2.1'],
    ['::', '0'.repeat(32), '::'],
    ['::1', `${'0'.repeat(31)}1`, '::1'],
    ['2001:DB8:0:0:1::', '20010db8000000000001000000000000', '2001:db8:0:0:1::'],
    ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221', '64:ff9b::c000:221'],
    ['::ffff:192.0.2.1', 'c0000201', '192.0.2.1'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001', 'fe80::1'],
  ];
  for (const [text, hex, canonical] of cases) {
    it(`reads and writes ${text}`, () => {
      assert.equal(ipAddressBytes(text).toString('hex'), hex);
      assert.equal(formatIpAddress(ipAddressBytes(text)), canonical);
    });
  }
});
