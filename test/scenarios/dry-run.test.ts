import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generated, startSim } from '../helpers/sim.js';

/* What would come of a configuration: --dry-run, and diffs without secrets. */

const both = JSON.stringify({ machine: { env: { A: 'hidden-value' }, sysctls: { 'net.core.somaxconn': '1' } } });
const token = JSON.stringify({ machine: { token: 'hidden.tokentokentoken' } });

test('--dry-run and --redact', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [controlPlane = '', worker = ''] = sim.nodes;
  const text = await generated(sim, 'worker');
  const config = () => sim.machine(1).runtime?.configuration.active?.text;
  const patch = (...words: readonly string[]) => sim.run(['patch', 'mc', '-n', worker, ...words]);
  const before = config();

  await t.test('says what of a change needs a reboot, after the answer of the node', async () => {
    const { code, stdout, stderr } = await patch('--dry-run', '-p', both);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /Applied configuration with a reboot \(skipped in dry-run\)[\s\S]*\+ +A: hidden-value\n/);
    assert.match(
      stderr,
      /\nneeds a reboot: v1alpha1 machine\.env \(new\)\ncomes into force without one: v1alpha1 machine\.sysctls \(new\)\n$/,
    );
  });

  await t.test('says so where the node refuses the change without a reboot', async () => {
    const { code, stderr } = await patch('--dry-run', '--mode', 'no-reboot', '-p', both);
    assert.equal(code, 1);
    assert.match(stderr, /needs a reboot: v1alpha1 machine\.env \(new\)\n[\s\S]*immediate mode/);
  });

  await t.test('and that nothing needs the reboot that was asked for', async () => {
    const { stderr } = await patch('--dry-run', '--mode', 'reboot', '-p', '{"machine":{"sysctls":{"a.b":"1"}}}');
    assert.match(stderr, /\nnothing of the change needs a reboot\n$/);
  });

  await t.test('is silent about it where the node takes the change as it runs, with other documents too', async () => {
    const document = 'apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: remote\nurl: tcp://192.0.2.7:3478/';
    const { code, stderr } = await patch('--dry-run', '-p', document);
    assert.equal(code, 0);
    assert.match(stderr, /without a reboot[\s\S]*KmsgLogConfig/);
    assert.doesNotMatch(stderr, /needs|comes into force/);
    const mixed = await patch('--dry-run', '-p', document, '-p', both);
    assert.match(mixed.stderr, /without one: v1alpha1 machine\.sysctls \(new\), KmsgLogConfig\/remote \(new\)\n$/);
  });

  await t.test('names file, line and key of what is wrong; the answer of the node decides', async () => {
    await writeFile(join(sim.home, 'wrong.yaml'), text.replace('    install:', '    instal: {}\n    install:'));
    const line = text.split('\n').indexOf('    install:') + 1;
    const wrong = await sim.run(['apply-config', '-n', worker, '-f', 'wrong.yaml', '--dry-run']);
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.stderr,
      new RegExp(`^error: wrong\\.yaml, line ${line}, column 5: v1alpha1 machine: .*"instal"`),
    );
    const two = await sim.run(['apply-config', '-n', `${controlPlane},${worker}`, '-f', 'wrong.yaml', '--dry-run']);
    for (const node of sim.nodes) assert.ok(two.stderr.includes(`${node}: error: wrong.yaml, line ${line}`));
    const label = await patch('--dry-run', '-p', '{"machine":{"nodeLabels":{"lab":"two words"}}}');
    assert.equal(label.code, 1);
    assert.match(label.stderr, /^error: v1alpha1 machine\.nodeLabels.*two words/);
  });

  await t.test('--redact: secrets in diffs are same, changed or new', async () => {
    const shown = await patch('--dry-run', '--redact', '-p', token, '-p', both);
    assert.equal(shown.code, 0);
    assert.match(shown.stderr, /- +token: <secret, before>\n\+ +token: <secret, changed>\n/);
    assert.match(shown.stderr, /\+ +A: <secret, new>\n/);
    const refused = await patch('--mode', 'no-reboot', '--redact', '-p', token);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /immediate mode\ndiff:\n[\s\S]*\+ +token: <secret, changed>\n/);
    const editor = {
      edit: (opened: string) => Promise.resolve(opened.replace(/token: \S+/, 'token: hidden.editededited')),
    };
    const edited = await sim.run(['edit', 'mc', '-n', worker, '--dry-run', '--redact'], { editor });
    assert.equal(edited.code, 0, edited.stderr);
    assert.match(edited.stderr, /\+ +token: <secret, changed>\n/);
    const same = await sim.run(['apply-config', '-n', worker, '-f', 'out/worker.yaml', '--dry-run', '--redact']);
    assert.match(same.stderr, /No changes\./);
    const own = /token: (\S+)/.exec(text)?.[1] ?? '';
    assert.notEqual(own, '');
    for (const { stderr } of [shown, refused, edited, same]) {
      assert.doesNotMatch(stderr, /hidden/);
      assert.ok(!stderr.includes(own));
    }
  });

  await t.test('nothing was changed', () => {
    assert.equal(config(), before);
  });
});

test('--dry-run of the first configuration', async (t) => {
  const sim = await startSim(t, { workers: 0 });
  await sim.generate();
  const [node = ''] = sim.nodes;
  const dry = (...words: readonly string[]) =>
    sim.run(['apply-config', '--insecure', '-n', node, '--dry-run', '-f', ...words]);
  const { code, stderr } = await dry('out/controlplane.yaml', '--redact');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /\+ +token: <secret, new>\n/);
  assert.doesNotMatch(stderr, /needs a reboot/);
  const text = await generated(sim, 'controlplane');
  for (const [, secret = ''] of text.matchAll(/(?:token|key|secret): (\S+)/g)) assert.ok(!stderr.includes(secret));
  await writeFile(join(sim.home, 'diskless.yaml'), text.replace(/ {8}disk: .*\n/, ''));
  const diskless = await dry('diskless.yaml');
  assert.equal(diskless.code, 1);
  assert.match(diskless.stderr, /^error: diskless\.yaml, line \d+, column 5: v1alpha1 machine\.install/);
});
