import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DependencyEdgeType as Kind } from '../../../src/gen/inspect/inspect.js';
import { controllerDependencies } from '../../../src/sim/inspect/dependencies.js';
import { readDefinitions } from '../../../src/sim/resources/definitions.js';

const edges = controllerDependencies({ nodeId: 'node-1', machineType: 'controlplane' });

test('every type is one that a node has', () => {
  const types = new Set(readDefinitions().map(({ type }) => type));
  const unknown = edges.map(({ resourceType }) => resourceType).filter((type) => !types.has(type));
  assert.deepEqual([...new Set(unknown)], []);
});

test('outputs come first, the exclusive ones before the shared, each sorted by controller', () => {
  const [first] = edges;
  assert.deepEqual(first, {
    controllerName: 'block.DevicesController',
    edgeType: Kind.OUTPUT_EXCLUSIVE,
    resourceNamespace: '',
    resourceType: 'BlockDevices.block.talos.dev',
    resourceId: '',
  });
  const kinds = edges.map(({ edgeType }) => edgeType);
  assert.ok(kinds.lastIndexOf(Kind.OUTPUT_EXCLUSIVE) < kinds.indexOf(Kind.OUTPUT_SHARED));
  assert.ok(kinds.lastIndexOf(Kind.OUTPUT_SHARED) < kinds.indexOf(Kind.INPUT_WEAK));
});

test('no type is written by one controller alone and by another', () => {
  const exclusive = edges.filter(({ edgeType }) => edgeType === Kind.OUTPUT_EXCLUSIVE).map((it) => it.resourceType);
  const shared = new Set(edges.filter(({ edgeType }) => edgeType === Kind.OUTPUT_SHARED).map((it) => it.resourceType));
  assert.equal(new Set(exclusive).size, exclusive.length);
  assert.deepEqual(
    exclusive.filter((type) => shared.has(type)),
    [],
  );
});

test('what is read depends on the machine', () => {
  const readBy = (machineType: 'controlplane' | 'worker') =>
    controllerDependencies({ nodeId: 'node-1', machineType })
      .filter(
        ({ controllerName, edgeType }) => controllerName === 'k8s.EndpointController' && edgeType === Kind.INPUT_WEAK,
      )
      .map(({ resourceType }) => resourceType.split('.')[0]);
  assert.deepEqual(readBy('controlplane'), ['MachineTypes', 'KubernetesSecrets']);
  assert.deepEqual(readBy('worker'), ['MachineTypes', 'KubeletKubeconfigs']);
  const own = edges.find(({ resourceId }) => resourceId === 'node-1');
  assert.equal(own?.resourceType, 'Affiliates.cluster.talos.dev');
});
