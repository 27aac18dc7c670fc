import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TalosctlError } from '../../src/errors/errors.js';
import { decodeDefinition, type ResourceDefinition, resolveDefinition } from '../../src/resources/definition.js';
import { Resource } from '../../src/resources/resource.js';

function definition(type: string, ...aliases: string[]): ResourceDefinition {
  const id = type.toLowerCase();
  const [plural = ''] = id.split('.');
  return {
    id,
    type,
    displayType: type,
    defaultNamespace: 'x',
    aliases,
    allAliases: [plural, id.replace(/\.talos\.dev$/, ''), ...aliases],
    printColumns: [],
    sensitivity: '',
    mentions: (word) => `${id} ${aliases.join(' ')}`.includes(word),
  };
}

const definitions = [
  definition('Members.cluster.talos.dev', 'member'),
  definition('AcquireConfigSpecs.v1alpha1.talos.dev', 'acquireconfigspec', 'acs'),
  definition('APICertificates.secrets.talos.dev', 'apicertificate', 'acs'),
];

test('a type is found by its name and its aliases, in any case', () => {
  for (const word of ['members', 'Member', 'MEMBERS.CLUSTER', 'Members.cluster.talos.dev']) {
    assert.equal(resolveDefinition(word, definitions).type, 'Members.cluster.talos.dev', word);
  }
});

test('an ambiguous word names the types and a word for each', () => {
  assert.throws(
    () => resolveDefinition('acs', definitions),
    (error) =>
      error instanceof TalosctlError &&
      error.message ===
        '"acs" is short for 2 resource types: acquireconfigspecs.v1alpha1.talos.dev, apicertificates.secrets.talos.dev' &&
      error.hint === 'say which one: acquireconfigspec, apicertificate',
  );
});

test('an unknown word is answered with the types whose names are like it', () => {
  assert.throws(
    () => resolveDefinition('certificates', definitions),
    (error) =>
      error instanceof TalosctlError &&
      /"certificates"/.test(error.message) &&
      /did you mean apicertificates\?/.test(error.hint ?? '') &&
      /get rd/.test(error.hint ?? ''),
  );
  assert.throws(
    () => resolveDefinition('zz', definitions),
    (error) => error instanceof TalosctlError && !/did you mean/.test(error.hint ?? ''),
  );
});

test('a definition is read from its resource, with or without columns', () => {
  const metadata = {
    namespace: 'meta',
    type: 'ResourceDefinitions.meta.cosi.dev',
    id: 'members.cluster.talos.dev',
    version: '1',
    owner: 'meta',
    phase: 'running',
    created: '',
    updated: '',
    labels: new Map(),
    annotations: new Map(),
    finalizers: [],
  };
  const head =
    'type: Members.cluster.talos.dev\ndisplayType: Member\ndefaultNamespace: cluster\naliases:\n    - member\nallAliases:\n    - members\n    - member\n';
  const columns = "printColumns:\n    - name: OS\n      jsonPath: '{.operatingSystem}'\nsensitivity: sensitive\n";
  const known = {
    id: 'members.cluster.talos.dev',
    type: 'Members.cluster.talos.dev',
    displayType: 'Member',
    defaultNamespace: 'cluster',
    aliases: ['member'],
    allAliases: ['members', 'member'],
  };
  const read = (spec: string): Omit<ResourceDefinition, 'mentions'> => {
    const decoded = decodeDefinition(new Resource(metadata, spec));
    const { id, type, displayType, defaultNamespace, aliases, allAliases, printColumns, sensitivity } = decoded;
    return { id, type, displayType, defaultNamespace, aliases, allAliases, printColumns, sensitivity };
  };
  assert.deepEqual(read(`${head}printColumns: []\n`), {
    ...known,
    printColumns: [],
    sensitivity: '',
  });
  assert.deepEqual(read(head + columns), {
    ...known,
    printColumns: [{ name: 'OS', jsonPath: '{.operatingSystem}' }],
    sensitivity: 'sensitive',
  });
});

test('a definition that cannot be read is in the way of its own type alone', () => {
  const metadata = {
    namespace: 'meta',
    type: 'ResourceDefinitions.meta.cosi.dev',
    id: 'broken.example.dev',
    version: '1',
    owner: '',
    phase: 'running',
    created: '',
    updated: '',
    labels: new Map(),
    annotations: new Map(),
    finalizers: [],
  };
  const all = [decodeDefinition(new Resource(metadata, '"broken')), ...definitions];
  assert.equal(resolveDefinition('member', all).type, 'Members.cluster.talos.dev');
  assert.throws(() => resolveDefinition('broken', all), TalosctlError);
});
