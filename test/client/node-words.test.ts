import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NodeSources, resolveNodes } from '../../src/client/node-words.js';
import { TalosctlError } from '../../src/errors/errors.js';
import type { Member } from '../../src/resources/member.js';

const member = (hostname: string, address: string, isControlPlane = false): Member => ({
  hostname,
  isControlPlane,
  addresses: [address, address.replace('10.5.0.', 'fd00::')],
});

const members = [
  member('w10', '10.5.0.20'),
  member('w2', '10.5.0.12'),
  member('cp2', '10.5.0.3', true),
  member('cp1', '10.5.0.2', true),
];

function sources(options: Partial<NodeSources> & { readonly groups?: Readonly<Record<string, readonly string[]>> }) {
  const warnings: string[] = [];
  const asked = { members: 0 };
  const all: NodeSources = {
    members: async () => {
      asked.members += 1;
      return members;
    },
    group: async (name) => {
      const nodes = options.groups?.[name];
      if (nodes === undefined) throw new TalosctlError(`no group ${name}`);
      return nodes;
    },
    warn: (sentence) => warnings.push(sentence),
    ...options,
  };
  return { all, warnings, asked };
}

const table: readonly (readonly [words: string, nodes: string])[] = [
  ['10.5.0.99,x', '10.5.0.99,x'],
  ['all', '10.5.0.2,10.5.0.3,10.5.0.12,10.5.0.20'],
  ['controlplanes', '10.5.0.2,10.5.0.3'],
  ['controlplane', '10.5.0.2,10.5.0.3'],
  ['workers', '10.5.0.12,10.5.0.20'],
  ['worker', '10.5.0.12,10.5.0.20'],
  ['workers,controlplanes', '10.5.0.12,10.5.0.20,10.5.0.2,10.5.0.3'],
  ['w10,all', 'w10,10.5.0.2,10.5.0.3,10.5.0.12'],
  ['fd00::2,controlplanes', 'fd00::2,10.5.0.3'],
  ['10.5.0.20,workers,10.5.0.20', '10.5.0.20,10.5.0.12'],
  ['@rack1', '10.5.0.7,w2'],
  ['@rack1,@both', '10.5.0.7,w2,10.5.0.2,10.5.0.3'],
];

for (const [words, nodes] of table) {
  test(`-n ${words} is ${nodes}`, async () => {
    const { all } = sources({ groups: { rack1: ['10.5.0.7', 'w2'], both: ['@rack1', 'controlplanes'] } });
    assert.equal((await resolveNodes(words.split(','), all)).join(), nodes);
  });
}

test('members are asked for only where a word needs them, and once', async () => {
  const { all, asked } = sources({ groups: { g: ['a', 'b'] } });
  assert.deepEqual(await resolveNodes(['n', 'n'], all), ['n', 'n'], 'names alone stay to the letter');
  await resolveNodes(['@g', 'n'], all);
  assert.equal(asked.members, 0);
  await resolveNodes(['workers', 'controlplanes'], all);
  assert.equal(asked.members, 1);
});

test('a member that is really named so is that member', async () => {
  const { all } = sources({ members: async () => [...members, member('workers', '10.5.0.30')] });
  assert.deepEqual(await resolveNodes(['workers'], all), ['workers']);
  assert.deepEqual(await resolveNodes(['worker'], all), ['10.5.0.12', '10.5.0.20', '10.5.0.30']);
});

test('where the cluster does not tell its members, a word is a name, and that is said', async () => {
  const { all, warnings } = sources({ members: async () => undefined });
  assert.deepEqual(await resolveNodes(['all', 'x'], all), ['all', 'x']);
  assert.match(warnings.join(), /does not tell its members, so "all" is taken for the name of a node/);
});

test('nobody is left out in silence', async () => {
  const lone = sources({ members: async () => [member('cp1', '10.5.0.2', true)] });
  await assert.rejects(resolveNodes(['workers'], lone.all), /"workers" stands for no node of this cluster/);
  const lost = sources({ members: async () => [...members, { hostname: 'w3', isControlPlane: false, addresses: [] }] });
  await assert.rejects(resolveNodes(['all'], lost.all), /member w3 of the cluster has no address/);
});

test('groups that hold themselves, or are not there, are named', async () => {
  const { all } = sources({ groups: { a: ['@b'], b: ['x', '@a'], e: [] } });
  await assert.rejects(resolveNodes(['@a'], all), /the node group @a holds itself: @a holds @b holds @a/);
  await assert.rejects(resolveNodes(['@c'], all), /no group c/);
  await assert.rejects(resolveNodes(['x', '@e'], all), /the node group @e is empty/);
});
