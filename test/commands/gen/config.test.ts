import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { decodeBase64Text } from '../../../src/pki/base64.js';
import { parseCertificate } from '../../../src/pki/certificate.js';
import type { SecretsBundle } from '../../../src/pki/secrets/bundle.js';
import { encodeSecrets } from '../../../src/pki/secrets/encode.js';
import { generateSecrets } from '../../../src/pki/secrets/generate.js';
import { type CliResult, runCli } from '../../helpers/cli.js';
import { FakeClock } from '../../helpers/clock.js';

let home: string;
let cwd: string;
let secrets: SecretsBundle;
let secretsFile: string;

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'gen-config-'));
  secrets = await generateSecrets({
    now: new Date('2026-01-01T00:00:00Z'),
    serviceAccountKey: 'ecdsa',
    encryption: 'secretbox',
  });
  secretsFile = join(home, 'secrets.yaml');
  await writeFile(secretsFile, encodeSecrets(secrets));
});
after(() => rm(home, { recursive: true }));
beforeEach(async () => {
  cwd = await mkdtemp(join(home, 'case-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const endpoint = 'https://192.0.2.5:6443';
const clock = new FakeClock('2026-01-02T03:04:05Z');
const runIn = (words: readonly string[], stdin = ''): Promise<CliResult> => runCli(words, { cwd, clock, stdin });
const run = (...flags: string[]): Promise<CliResult> =>
  runIn(['gen', 'config', 'demo', endpoint, '--with-secrets', secretsFile, ...flags]);
const read = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8');

/** The documents that a command line gives on standard output. */
async function documents(...flags: string[]): Promise<readonly Record<string, never>[]> {
  const { code, stdout, stderr } = await run('-o', '-', ...flags);
  assert.equal(code, 0, stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

/** What a command line that has to fail says. */
async function failure(...flags: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...flags);
  assert.equal(code, 1, 'it has to fail');
  assert.equal(stdout, '');
  return stderr;
}

describe('gen config', () => {
  it('writes three files for their owner alone', async () => {
    const { code, stdout, stderr } = await run('--output', 'out');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.equal(stderr, 'wrote out/controlplane.yaml\nwrote out/worker.yaml\nwrote out/talosconfig\n');
    for (const name of await readdir(join(cwd, 'out'))) {
      assert.equal((await stat(join(cwd, 'out', name))).mode & 0o777, 0o600, name);
    }
  });

  it('writes to the working folder unless told otherwise', async () => {
    assert.equal((await run()).code, 0);
    assert.deepEqual((await readdir(cwd)).sort(), ['controlplane.yaml', 'talosconfig', 'worker.yaml']);
  });

  it('takes --output for a file when there is one type, --output-dir never', async () => {
    assert.equal((await run('-t', 'worker', '-o', 'sub/w')).code, 0);
    assert.match(await read('sub/w'), /^version: v1alpha1$/m);
    assert.equal((await run('-t', 'worker', '--output-dir', 'dir')).code, 0);
    assert.match(await read('dir/worker.yaml'), /type: worker/);
  });

  it('puts a single file into a folder, when it is told one', async () => {
    await mkdir(join(cwd, 'there'));
    for (const folder of ['there', 'anew/']) {
      const { code, stderr } = await run('-t', 'worker', '-o', folder);
      assert.deepEqual([code, stderr], [0, `wrote ${join(folder, 'worker.yaml')}\n`]);
    }
    assert.match(await failure('-t', 'worker', '-o', 'there'), /there\/worker\.yaml exists already/);
  });

  it('writes nothing when one of the files exists', async () => {
    await mkdir(join(cwd, 'o'));
    await writeFile(join(cwd, 'o/worker.yaml'), 'mine');
    assert.match(await failure('-o', 'o'), /o\/worker\.yaml exists already, nothing was written/);
    assert.deepEqual(await readdir(join(cwd, 'o')), ['worker.yaml']);
    assert.equal(await read('o/worker.yaml'), 'mine');
    assert.equal((await run('-o', 'o', '--force')).code, 0);
    assert.match(await read('o/worker.yaml'), /type: worker/);
  });

  it('writes nothing when a patch of one role is wrong', async () => {
    await failure('-o', 'o', '--config-patch-worker', '{"machine":{"sysctl":{}}}');
    assert.deepEqual(await readdir(cwd), []);
  });

  it('is the same each time from the same secrets', async () => {
    assert.equal((await run('-o', 'a')).code, 0);
    assert.equal((await run('-o', 'b')).code, 0);
    for (const name of ['controlplane.yaml', 'worker.yaml'])
      assert.equal(await read(`a/${name}`), await read(`b/${name}`));
  });

  it('keeps standard output pure', async () => {
    const { code, stdout, stderr } = await runIn([
      'gen',
      'config',
      'demo',
      endpoint,
      '-t',
      'worker',
      '-o',
      '-',
      '--talos-version',
      'v1.6',
      '--kubernetes-version',
      '1.29.0',
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /^version: v1alpha1$/m);
    assert.match(stderr, /making keys/);
  });

  it('explains fields in comments that change nothing', async () => {
    const flags = ['-t', 'controlplane'];
    const plain = await run('-o', '-', ...flags, '--with-docs=false', '--with-examples=false');
    assert.ok(!plain.stdout.includes('#'));
    const values = (text: string): unknown => parseAllDocuments(text).map((document) => document.toJS());
    for (const [docs, examples] of [
      [true, true],
      [true, false],
      [false, true],
    ]) {
      const { stdout } = await run('-o', '-', ...flags, `--with-docs=${docs}`, `--with-examples=${examples}`);
      assert.equal(/# Role of the machine/.test(stdout), docs);
      assert.equal(/# Example: /.test(stdout), examples);
      assert.deepEqual(values(stdout), values(plain.stdout));
      assert.ok(!/registries: \{\}/.test(stdout));
    }
  });

  it('applies common patches before those of a role, wherever they stand', async () => {
    await writeFile(join(cwd, 'all.yaml'), 'machine:\n  nodeLabels:\n    from: all\n    common: "yes"\n');
    await writeFile(join(cwd, 'w.yaml'), 'machine:\n  nodeLabels:\n    from: worker\n');
    const flags = ['--config-patch-worker', '@w.yaml', '--config-patch', '@all.yaml'];
    const labels = async (type: string): Promise<Record<string, string>> =>
      (await documents('-t', type, ...flags))[0]?.['machine']?.['nodeLabels'] ?? {};
    assert.deepEqual(await labels('worker'), { common: 'yes', from: 'worker' });
    assert.equal((await labels('controlplane'))['from'], 'all');
  });

  it('names a bad patch before keys are made, also where only the talosconfig is asked for', async () => {
    const words = ['gen', 'config', 'demo', endpoint, '-t', 'talosconfig', '-o', '-'];
    const patches = ['--config-patch-worker', '{}', '--config-patch-worker', 'machine: {tokn: x}'];
    const { code, stdout, stderr } = await runIn([...words, ...patches]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^--config-patch-worker \(2nd\), line 1, column 11: v1alpha1 machine: unknown key "tokn"/);
  });

  it('adds documents by patch', async () => {
    const patch = 'apiVersion: v1alpha1\nkind: KubeSpanConfig\nenabled: true\n';
    const kinds = (await documents('-t', 'worker', '--config-patch', patch)).map(({ kind }) => kind);
    assert.deepEqual(kinds, [undefined, 'HostnameConfig', 'KubeSpanConfig']);
  });

  it('gives JSON patches the form of the rest', async () => {
    const patch = '[{"op":"add","path":"/machine/sysctls","value":{"a":"1"}}]';
    const { code, stdout } = await run(
      '-t',
      'worker',
      '-o',
      '-',
      '--with-docs=false',
      '--with-examples=false',
      '--config-patch',
      patch,
    );
    assert.equal(code, 0);
    assert.match(stdout, /^version: v1alpha1\n[\s\S]*\n {4}sysctls:\n {8}a: "1"\n/);
  });

  it('reads the secrets from standard input', async () => {
    const words = ['gen', 'config', 'demo', endpoint, '--with-secrets', '-', '-t', 'worker', '-o', '-'];
    const { code, stdout, stderr } = await runIn(words, encodeSecrets(secrets));
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes(secrets.trustdInfo.token));
  });

  describe('as talosconfig', () => {
    const context = async (...flags: string[]) => {
      const { contexts, context } = (await documents('-t', 'talosconfig', ...flags))[0] as never as {
        context: string;
        contexts: Record<string, { endpoints: string[]; ca: string; crt: string; key: string }>;
      };
      assert.equal(context, 'demo');
      assert.ok(contexts['demo']);
      return contexts['demo'];
    };

    it('is for an administrator and lasts a year', async () => {
      const { endpoints, ca, crt } = await context();
      assert.deepEqual(endpoints, []);
      assert.equal(decodeBase64Text(ca), secrets.certs.os.crt);
      const pem = decodeBase64Text(crt) ?? '';
      assert.equal(new X509Certificate(pem).verify(new X509Certificate(secrets.certs.os.crt).publicKey), true);
      const { subject, notAfter, extendedUsages } = parseCertificate(pem);
      assert.deepEqual(subject.organizations, ['os:admin']);
      assert.deepEqual(notAfter, new Date('2027-01-02T03:04:05Z'));
      assert.deepEqual(extendedUsages, ['client']);
    });

    it('may have other roles and a shorter life', async () => {
      const { crt } = await context('--roles', 'os:reader', '--crt-ttl', '24h');
      const { subject, notAfter } = parseCertificate(decodeBase64Text(crt) ?? '');
      assert.deepEqual(subject.organizations, ['os:reader']);
      assert.deepEqual(notAfter, new Date('2026-01-03T03:04:05Z'));
    });

    it('has roles and a life that make sense', async () => {
      assert.match(await failure('--roles', 'root'), /unknown role root/);
      assert.match(await failure('--crt-ttl', '0s'), /--crt-ttl/);
      assert.match(await failure('-t', 'worker', '--roles', 'os:reader'), /leaves out/);
    });
  });

  describe('warns', () => {
    const warnings = async (...flags: string[]): Promise<string> => {
      const { code, stderr } = await run('-t', 'worker', '-o', '-', ...flags);
      assert.equal(code, 0, stderr);
      return stderr;
    };

    it('not without reason', async () => assert.equal(await warnings(), ''));

    it('when the installer is of another version', async () => {
      const said = await warnings('--talos-version', 'v1.10', '--kubernetes-version', '1.33.0');
      assert.match(said, /^warning: the install image .*v1\.13\.9 is of Talos v1\.13, the configuration of v1\.10/);
      assert.equal(await warnings('--install-image', 'registry.example:5000/installer@sha256:ab'), '');
    });

    it('when Talos does not run the Kubernetes version', async () => {
      assert.match(await warnings('--kubernetes-version', '1.3.1'), /^warning: Kubernetes 1\.3\.1 is not supported/);
    });

    it('when the endpoint has no port', async () => {
      const words = ['gen', 'config', 'demo', 'https://k8s.example.org', '--with-secrets', secretsFile];
      const { code, stderr } = await runIn([...words, '-t', 'worker', '-o', '-']);
      assert.equal(code, 0);
      assert.match(stderr, /^warning: .*endpoint.*port/);
    });

    it('when the secrets lack what the version encrypts with', async () => {
      const said = await warnings('--talos-version', 'v1.2', '--kubernetes-version', '1.25.0');
      assert.match(said, /warning: the secrets bundle has no aescbcencryptionsecret/);
    });

    it('when a patch makes what a node refuses', async () => {
      const hostname = 'apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: node-1\n';
      assert.match(await warnings('--config-patch', hostname), /^warning: HostnameConfig hostname: .*auto: "off".*\n$/);
      const mtu =
        '{"machine":{"network":{"interfaces":[{"interface":"eth0","dhcp":true,"addresses":["10.0.0.300"]}]}}}';
      assert.match(await warnings('--config-patch', mtu), /^warning: v1alpha1 .*10\.0\.0\.300/);
    });

    it('when a flag does', async () => {
      assert.match(
        await warnings('--dns-domain', '.cluster.local'),
        /^warning: v1alpha1 cluster\.network\.dnsDomain: /,
      );
      assert.match(await warnings('--additional-sans', 'https://lb'), /^warning: v1alpha1 machine\.certSANs\[0\]: /);
    });

    it('when a registry mirror is no URL', async () => {
      assert.match(await warnings('--registry-mirror', 'docker.io=mirror'), /warning: the mirror "mirror"/);
    });
  });

  describe('refuses', () => {
    const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['an unknown type', ['-t', 'init'], /unknown type "init"/],
      ['no type at all', ['-t', ''], /names nothing to make/],
      ['several types on standard output', ['-o', '-'], /only one type/],
      ['two places for the output', ['-o', 'a', '--output-dir', 'b'], /exclude each other/],
      ['an unknown format version', ['--version', 'v2'], /unknown version of the configuration format: "v2"/],
      [
        'a Kubernetes version that is none',
        ['--kubernetes-version', '1.3.1x'],
        /"1\.3\.1x" is not a Kubernetes version/,
      ],
      ['a newer Talos', ['--talos-version', 'v1.14'], /v1\.14 are not supported/],
      ['a mirror without a URL', ['--registry-mirror', 'docker.io'], /"docker\.io" is not of the form <host>=<URL>/],
      ['secrets that are not there', ['--with-secrets', 'none.yaml'], /secrets bundle none\.yaml: no such file/],
      ['a patch that is not there', ['--config-patch', '@none.yaml'], /none\.yaml/],
    ];
    for (const [what, flags, message] of cases) {
      it(what, async () => {
        assert.match(await failure(...flags), message);
        assert.deepEqual(await readdir(cwd), []);
      });
    }

    it('an endpoint that is no URL, with what it should have been', async () => {
      const { code, stderr } = await runIn(['gen', 'config', 'demo', '192.0.2.5']);
      assert.equal(code, 1);
      assert.match(stderr, /https:\/\/192\.0\.2\.5:6443/);
      assert.deepEqual(await readdir(cwd), []);
    });
  });
});

describe('machineconfig gen', () => {
  it('does what gen config does without flags', async () => {
    const { code, stderr } = await runIn(['machineconfig', 'gen', 'demo', endpoint]);
    assert.equal(code, 0, stderr);
    assert.deepEqual((await readdir(cwd)).sort(), ['controlplane.yaml', 'talosconfig', 'worker.yaml']);
  });
});
