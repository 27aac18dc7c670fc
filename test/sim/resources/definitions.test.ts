import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDefinitions } from '../../../src/sim/resources/definitions.js';
import { specYaml } from '../../../src/sim/resources/form.js';
import { resource } from '../../../src/sim/resources/node.js';
import { prettySize } from '../../../src/sim/resources/sizes.js';

describe('resource definitions', () => {
  const byType = new Map(readDefinitions().map((definition) => [definition.type, definition]));

  test('a definition as a node prints it', () => {
    const definition = byType.get('AddressStatuses.net.talos.dev');
    const type = 'ResourceDefinitions.meta.cosi.dev';
    assert.equal(
      specYaml(type, resource(type, 'x', 'meta', definition).spec),
      `type: AddressStatuses.net.talos.dev
displayType: AddressStatus
defaultNamespace: network
aliases:
    - address
    - addresses
    - addressstatus
    - as
allAliases:
    - addressstatuses
    - addressstatuses.net
    - addressstatuses.net.talos
    - address
    - addresses
    - addressstatus
    - as
printColumns:
    - name: Address
      jsonPath: '{.address}'
    - name: Link
      jsonPath: '{.linkName}'
`,
    );
  });

  test('sensitive types say so', () => {
    assert.equal(byType.get('MachineConfigs.config.talos.dev')?.sensitivity, 'sensitive');
    assert.equal(byType.get('Members.cluster.talos.dev')?.sensitivity, '');
  });

  test('a type may do without the automatic aliases', () => {
    assert.deepEqual(byType.get('MountStatuses.runtime.talos.dev')?.allAliases, ['mounts']);
  });

  test('names with spaces and whole-value paths', () => {
    assert.deepEqual(byType.get('MachineTypes.config.talos.dev')?.printColumns, [{ name: 'Type', jsonPath: '{@}' }]);
    assert.ok(byType.get('Members.cluster.talos.dev')?.printColumns.some(({ name }) => name === 'Machine Type'));
  });

  test('a type that is not registered has no resources', () => {
    assert.throws(() => resource('Nothing.talos.dev', 'x', ''), /Nothing\.talos\.dev/);
  });
});

test('sizes in decimal units', () => {
  const sizes: readonly (readonly [number, string])[] = [
    [0, '0 B'],
    [999, '999 B'],
    [1024, '1.0 kB'],
    [1048576, '1.0 MB'],
    [104857600, '105 MB'],
    [10737418240, '11 GB'],
    [9.96e9, '10 GB'],
  ];
  for (const [bytes, text] of sizes) assert.equal(prettySize(bytes), text);
});
