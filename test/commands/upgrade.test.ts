import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { roll } from '../../src/commands/shared/roll.js';
import { installerFor, parseInstaller, plainSchematic } from '../../src/commands/shared/upgrade/installer.js';
import type { NodeSystem } from '../../src/commands/shared/upgrade/node-system.js';
import { planNode } from '../../src/commands/shared/upgrade/plan.js';
import { TalosctlError } from '../../src/errors/errors.js';

const schematic = 'ab'.repeat(32);
const node: NodeSystem = {
  version: 'v1.13.8',
  platform: 'metal',
  secureBoot: false,
  controlPlane: false,
  extensions: [],
  schematic: undefined,
  installImage: '',
};

test('the installer of a version keeps what a node has in its image', () => {
  const image = (version: string, system: Partial<NodeSystem>) => installerFor(version, { ...node, ...system }).image;
  assert.equal(image('v1.13.9', {}), 'ghcr.io/siderolabs/installer:v1.13.9');
  assert.equal(
    image('v1.13.9', { installImage: 'registry.example.com:5000/own/installer:v1.13.8@sha256:00' }),
    'registry.example.com:5000/own/installer:v1.13.9',
  );
  const made: readonly (readonly [string, Partial<NodeSystem>, string])[] = [
    ['v1.13.9', {}, 'factory.talos.dev/metal-installer'],
    ['v1.13.9', { platform: 'aws', secureBoot: true }, 'factory.talos.dev/aws-installer-secureboot'],
    ['v1.9.5', {}, 'factory.talos.dev/installer'],
    ['v1.9.5', { secureBoot: true }, 'factory.talos.dev/installer-secureboot'],
    ['v1.13.9', { installImage: 'ghcr.io/siderolabs/installer:v1.13.8' }, 'factory.talos.dev/metal-installer'],
    [
      'v1.13.9',
      { installImage: `mirror.example.com/factory/installer/${plainSchematic}:v1.9.0` },
      'mirror.example.com/factory/metal-installer',
    ],
  ];
  for (const [version, system, name] of made) {
    assert.equal(image(version, { ...system, schematic }), `${name}/${schematic}:${version}`);
  }
});

test('what an image says by its name', () => {
  const { registry, version } = parseInstaller(`factory.talos.dev/metal-installer/${schematic}:v1.14.0-beta.1`);
  assert.deepEqual([registry, version], ['factory.talos.dev', 'v1.14.0-beta.1']);
  assert.equal(parseInstaller('ghcr.io/siderolabs/installer:latest').version, undefined);
  assert.throws(() => parseInstaller('1.14.0'), /is a version/);
  assert.throws(() => parseInstaller('two words'), /no reference/);
});

test('an upgrade loses nothing unless that is allowed', () => {
  const plan = (system: Partial<NodeSystem>, image: string, allowExtensionLoss = false) =>
    planNode('10.5.0.3', { ...node, ...system }, { to: '', image, allowExtensionLoss, legacy: false });
  const plain = 'ghcr.io/siderolabs/installer:v1.13.9';
  const extensions = ['iscsi-tools', 'tailscale'];
  assert.throws(() => plan({ extensions }, plain), /would lose the extensions iscsi-tools, tailscale/);
  assert.throws(() => plan({ schematic }, plain), /would lose what its schematic abab.* customizes/);
  assert.throws(() => plan({ extensions, schematic }, `x.io/metal-installer/${plainSchematic}:v1.13.9`), /would lose/);
  assert.match(plan({ extensions }, plain, true).warnings.join(), /loses the extensions/);
  assert.deepEqual(plan({ schematic: plainSchematic }, plain).warnings, []);
  assert.deepEqual(plan({ extensions, schematic }, `x.io/metal-installer/${schematic}:v1.13.9`).warnings, []);
  assert.deepEqual(plan({ extensions, installImage: 'x.io/own:v1' }, 'x.io/own:v2').warnings, []);
  const other = plan({ extensions, schematic }, `x.io/metal-installer/${'cd'.repeat(32)}:v1.13.9`);
  assert.match(other.warnings.join(), /the new schematic decides/);
});

test('the call that a version knows, and what is done already', () => {
  const plan = (version: string, to: string, legacy = false) =>
    planNode('n', { ...node, version }, { to, image: '', allowExtensionLoss: false, legacy });
  const ways = ['v1.12.9', 'v1.13.0-alpha.2', 'v1.13.0-alpha.3', 'v1.13.0'].map((from) => plan(from, 'v1.13.9').way);
  assert.deepEqual(ways, ['legacy', 'legacy', 'lifecycle', 'lifecycle']);
  assert.equal(plan('v1.13.0', 'v1.13.9', true).way, 'legacy');
  assert.deepEqual([plan('v1.13.9', 'v1.13.9').done, plan('v1.13.8', 'v1.13.9').done], [true, false]);
  assert.match(plan('v1.13.9', 'v1.12.0').warnings.join(), /goes back/);
});

test('a roll keeps order and bounds, and begins nothing after a failure', async () => {
  let running = 0;
  let most = 0;
  let loners = 0;
  const work = async (name: string): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    if (name.startsWith('cp')) {
      loners += 1;
      assert.equal(loners, 1);
    }
    await sleep(5);
    if (name.startsWith('cp')) loners -= 1;
    running -= 1;
    if (name === 'bad') throw new TalosctlError('broken');
  };
  const of = (items: readonly string[], atOnce: number) =>
    roll({ items, nodeOf: (name) => name, atOnce, alone: (name) => name.startsWith('cp'), work });
  const all = await of(['cp1', 'cp2', 'w1', 'w2', 'cp3'], 3);
  assert.deepEqual(
    all.map(({ node: name }) => name),
    ['cp1', 'cp2', 'w1', 'w2', 'cp3'],
  );
  assert.ok(most > 1 && most <= 3);
  const stopped = await of(['w1', 'bad', 'w2', 'w3'], 1);
  assert.deepEqual(
    stopped.map(({ node: name, error }) => [name, error?.message]),
    [
      ['w1', undefined],
      ['bad', 'broken'],
    ],
  );
});
