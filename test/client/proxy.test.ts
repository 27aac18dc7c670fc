import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyFor } from '../../src/client/proxy.js';

const proxy = { HTTPS_PROXY: 'http://proxy.example.com:3128' };

test('HTTPS_PROXY is read in both cases of letters, the upper first', () => {
  const here = { protocol: 'http', host: 'proxy.example.com', port: 3128, username: '', password: '' };
  assert.deepEqual(proxyFor(proxy, '10.5.0.2', 50000), here);
  assert.deepEqual(proxyFor({ https_proxy: proxy.HTTPS_PROXY }, '10.5.0.2', 50000), here);
  assert.deepEqual(proxyFor({ ...proxy, https_proxy: 'http://other:1' }, '10.5.0.2', 50000), here);
  assert.equal(proxyFor({ HTTP_PROXY: 'http://other:1' }, '10.5.0.2', 50000), undefined);
  assert.equal(proxyFor({}, '10.5.0.2', 50000), undefined);
});

const forms: readonly [text: string, expected: object][] = [
  ['proxy:3128', { protocol: 'http', host: 'proxy', port: 3128 }],
  ['http://proxy', { protocol: 'http', host: 'proxy', port: 80 }],
  ['https://proxy', { protocol: 'https', host: 'proxy', port: 443 }],
  ['socks5://proxy', { protocol: 'socks5', host: 'proxy', port: 1080 }],
  ['socks5h://[fd00::1]:9', { protocol: 'socks5', host: 'fd00::1', port: 9 }],
  ['http://me:p%40ss@proxy:3128', { protocol: 'http', host: 'proxy', port: 3128, username: 'me', password: 'p@ss' }],
];

for (const [text, expected] of forms) {
  test(`the proxy ${text} is understood`, () => {
    assert.deepEqual(proxyFor({ HTTPS_PROXY: text }, 'cp1', 50000), { username: '', password: '', ...expected });
  });
}

test('proxies that cannot be used are named by their variable', () => {
  assert.throws(() => proxyFor({ HTTPS_PROXY: 'ftp://proxy' }, 'cp1', 50000), /HTTPS_PROXY has the scheme ftp/);
  assert.throws(() => proxyFor({ HTTPS_PROXY: 'http://' }, 'cp1', 50000), /HTTPS_PROXY is not the address of a proxy/);
});

const exclusions: readonly [noProxy: string, host: string, excluded: boolean][] = [
  ['*', 'cp1.example.com', true],
  ['10.5.0.2', '10.5.0.2', true],
  ['10.5.0.2', '10.5.0.20', false],
  ['10.5.0.2:50000', '10.5.0.2', true],
  ['10.5.0.2:443', '10.5.0.2', false],
  ['10.5.0.0/24', '10.5.0.2', true],
  ['10.5.0.0/24', '10.6.0.2', false],
  ['10.5.0.0/24', 'cp1', false],
  ['fd00::/8', 'fd12::2', true],
  ['[fd00::2]:50000', 'fd00::2', true],
  ['fd00::2', 'fd00:0:0::2', true],
  ['example.com', 'example.com', true],
  ['example.com', 'CP1.example.com', true],
  ['example.com', 'notexample.com', false],
  ['.example.com', 'cp1.example.com', true],
  ['.example.com', 'example.com', false],
  ['*.example.com', 'cp1.example.com', true],
  ['*.example.com', 'example.com', false],
  ['example.com:50000', 'cp1.example.com', true],
  ['example.com:443', 'cp1.example.com', false],
  [' other.com , example.com ', 'example.com', true],
  ['', 'example.com', false],
  ['', 'localhost', true],
  ['', '127.5.0.2', true],
  ['', '::1', true],
];

for (const [noProxy, host, excluded] of exclusions) {
  test(`NO_PROXY=${JSON.stringify(noProxy)} ${excluded ? 'excludes' : 'lets through'} ${host}`, () => {
    assert.equal(proxyFor({ ...proxy, NO_PROXY: noProxy }, host, 50000) === undefined, excluded);
    assert.equal(proxyFor({ ...proxy, no_proxy: noProxy }, host, 50000) === undefined, excluded);
  });
}
