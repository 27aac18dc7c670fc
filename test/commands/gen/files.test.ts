import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parseCertificate } from '../../../src/pki/certificate.js';
import { publicKeyPin } from '../../../src/pki/fingerprint.js';
import { runCli } from '../../helpers/cli.js';
import { FakeClock } from '../../helpers/clock.js';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gen-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const clock = new FakeClock('2026-01-02T03:04:05Z');
const read = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8');
const modeOf = async (name: string): Promise<number> => (await stat(join(cwd, name))).mode & 0o777;

/** Runs a command in the test's folder, to its success. */
async function succeed(word: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runCli(['gen', word, ...args], { cwd, clock });
  assert.equal(code, 0, stderr);
  assert.equal(stdout + stderr, '');
}

/** Runs a command to its failure; gives what it says. */
async function fail(word: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['gen', word, ...args], { cwd, clock });
  assert.equal(code, 1);
  assert.equal(stdout, '');
  return stderr;
}

describe('gen ca', () => {
  it('writes certificate, key and hash for the owner alone', async () => {
    await succeed('ca', '--organization', 'acme');
    assert.deepEqual((await readdir(cwd)).sort(), ['acme.crt', 'acme.key', 'acme.sha256']);
    for (const name of await readdir(cwd)) assert.equal(await modeOf(name), 0o600, name);
    const certificate = new X509Certificate(await read('acme.crt'));
    assert.equal(certificate.subject, 'O=acme');
    assert.equal(certificate.validTo, 'Dec 31 03:04:05 2035 GMT');
    assert.match(await read('acme.key'), /^-----BEGIN ED25519 PRIVATE KEY-----/);
    assert.equal(await read('acme.sha256'), publicKeyPin(await read('acme.crt')));
  });

  it('makes RSA keys and other lifetimes on demand', async () => {
    await succeed('ca', '--organization', 'acme', '--rsa', '--hours', '2');
    assert.match(await read('acme.key'), /^-----BEGIN RSA PRIVATE KEY-----/);
    assert.equal(new X509Certificate(await read('acme.crt')).validTo, 'Jan  2 05:04:05 2026 GMT');
  });

  it('keeps what is there unless forced', async () => {
    await writeFile(join(cwd, 'acme.sha256'), 'mine');
    const said = await fail('ca', '--organization', 'acme');
    assert.match(said, /acme\.sha256 exists already, nothing was written\n.*--force/);
    assert.deepEqual(await readdir(cwd), ['acme.sha256']);
    await chmod(join(cwd, 'acme.sha256'), 0o644);
    await succeed('ca', '--organization', 'acme', '--force');
    assert.match(await read('acme.sha256'), /^sha256:[0-9a-f]{64}$/);
    assert.equal(await modeOf('acme.sha256'), 0o600);
  });

  it('wants an organization', async () => {
    assert.match(await fail('ca'), /organization/);
  });
});

describe('gen key, csr and crt', () => {
  it('lead to a client certificate', async () => {
    await succeed('ca', '--organization', 'acme');
    await succeed('key', '--name', 'me');
    await succeed('csr', '--key', 'me.key', '--ip', '192.0.2.7', '--roles', 'os:reader,os:etcd:backup');
    await succeed('crt', '--ca', 'acme', '--csr', 'me.csr', '--name', 'me');
    const certificate = new X509Certificate(await read('me.crt'));
    assert.equal(certificate.verify(new X509Certificate(await read('acme.crt')).publicKey), true);
    assert.equal(certificate.validTo, 'Jan  3 03:04:05 2026 GMT');
    const { subject, ipAddresses, extendedUsages } = parseCertificate(await read('me.crt'));
    assert.deepEqual(subject.organizations, ['os:reader', 'os:etcd:backup']);
    assert.deepEqual(ipAddresses, ['192.0.2.7']);
    assert.deepEqual(extendedUsages, ['client']);
    assert.equal(await modeOf('me.key'), 0o600);
    assert.equal(await modeOf('me.csr'), 0o600);
    assert.equal(await modeOf('me.crt'), 0o600);
  });

  it('sign with RSA authorities too', async () => {
    await succeed('ca', '--organization', 'acme', '--rsa');
    await succeed('csr', '--key', 'acme.key', '--ip', '192.0.2.7');
    await succeed('crt', '--ca', 'acme', '--csr', 'acme.csr', '--name', 'client', '--hours', '1');
    assert.equal(new X509Certificate(await read('client.crt')).validTo, 'Jan  2 04:04:05 2026 GMT');
  });

  it('name the request after the key', async () => {
    await succeed('key', '--name', 'a.b');
    await succeed('csr', '--key', 'a.b.key', '--ip', '::1');
    assert.deepEqual((await readdir(cwd)).sort(), ['a.b.csr', 'a.b.key']);
  });

  it('say what is wrong', async () => {
    await succeed('key', '--name', 'me');
    assert.match(await fail('key', '--name', 'me'), /me\.key exists already/);
    assert.match(await fail('csr', '--key', 'me.key', '--ip', '192.0.2'), /--ip: "192\.0\.2" is not an IP address/);
    assert.match(await fail('csr', '--key', 'me.key', '--ip', '::1', '--roles', 'root'), /unknown role root/);
    assert.match(await fail('csr', '--key', 'you.key', '--ip', '::1'), /private key you\.key: no such file/);
    await writeFile(join(cwd, 'text.key'), 'hello');
    assert.match(await fail('csr', '--key', 'text.key', '--ip', '::1'), /text\.key holds no PEM block/);
    assert.match(await fail('crt', '--ca', 'acme', '--csr', 'me.csr', '--name', 'x'), /acme\.crt: no such file/);
    await succeed('ca', '--organization', 'acme');
    assert.match(
      await fail('crt', '--ca', 'acme', '--csr', 'me.key', '--name', 'x'),
      /me\.key .* not a certificate request/,
    );
    await writeFile(join(cwd, 'acme.key'), await read('me.key'));
    await succeed('csr', '--key', 'me.key', '--ip', '::1');
    assert.match(await fail('crt', '--ca', 'acme', '--csr', 'me.csr', '--name', 'x'), /does not belong/);
    assert.ok(!(await readdir(cwd)).includes('x.crt'));
  });
});

describe('gen keypair', () => {
  it('makes a certificate for an address that lasts a day', async () => {
    await succeed('keypair', '--organization', 'web', '--ip', '2001:db8::1');
    const certificate = new X509Certificate(await read('web.crt'));
    assert.equal(certificate.checkIP('2001:db8::1'), '2001:db8::1');
    assert.equal(certificate.verify(certificate.publicKey), true);
    assert.equal(certificate.validTo, 'Jan  3 03:04:05 2026 GMT');
    assert.match(await fail('keypair', '--organization', 'web'), /web\.crt, web\.key exist already/);
    assert.match(await fail('keypair', '--organization', 'x', '--ip', 'fe80::1%eth0'), /is not an IP address/);
  });
});
