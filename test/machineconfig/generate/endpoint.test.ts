import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TalosctlError } from '../../../src/errors/errors.js';
import { parseControlPlaneEndpoint } from '../../../src/machineconfig/generate/endpoint.js';

describe('control plane endpoints', () => {
  const good: readonly (readonly [string, string, string, string])[] = [
    ['https://192.0.2.5:6443', 'https://192.0.2.5:6443', '192.0.2.5', '6443'],
    ['https://k8s.example.org', 'https://k8s.example.org', 'k8s.example.org', ''],
    ['https://[2001:db8::5]:6443', 'https://[2001:db8::5]:6443', '2001:db8::5', '6443'],
    ['HTTPS://Example.org:443/', 'https://Example.org:443/', 'Example.org', '443'],
    ['https://lb_1:6443/a b', 'https://lb_1:6443/a%20b', 'lb_1', '6443'],
  ];
  for (const [written, url, hostname, port] of good) {
    it(`takes ${written}`, () => assert.deepEqual(parseControlPlaneEndpoint(written), { url, hostname, port }));
  }

  const suggested: readonly (readonly [string, string])[] = [
    ['192.0.2.5', 'https://192.0.2.5:6443'],
    ['192.0.2.5:8443', 'https://192.0.2.5:8443'],
    ['example.org', 'https://example.org:6443'],
    ['example.org:6443', 'https://example.org:6443'],
    ['http://example.org', 'https://example.org:6443'],
    ['ftp://example.org:1', 'https://example.org:1'],
    ['2001:db8::5', 'https://[2001:db8::5]:6443'],
    ['[2001:db8::5]:6443', 'https://[2001:db8::5]:6443'],
    ['https:example.org', 'https://example.org:6443'],
    [' https://example.org', 'https://example.org:6443'],
  ];
  for (const [written, suggestion] of suggested) {
    it(`says what ${written} should have been`, () => {
      assert.throws(
        () => parseControlPlaneEndpoint(written),
        (error: TalosctlError) => {
          assert.equal(error.hint, `try ${suggestion}`);
          return error.message.includes(written);
        },
      );
    });
  }

  const bad: readonly (readonly [string, RegExp])[] = [
    ['https://2001:db8::5:6443', /IPv6 address without brackets/],
    ['https://host:0', /port "0"/],
    ['https://host:65536', /port "65536"/],
    ['https://host:abc', /port "abc"/],
    ['https://', /has no host/],
    ['https:///path', /has no host/],
    ['https://[host]:6443', /"host" in brackets/],
    ['https://a b:6443', /for a host/],
    ['https://host:6443/%zz', /is not a URL/],
    ['', /has no scheme/],
  ];
  for (const [written, message] of bad) {
    it(`refuses "${written}"`, () => {
      assert.throws(
        () => parseControlPlaneEndpoint(written),
        (error) => {
          assert.ok(error instanceof TalosctlError);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }
});
