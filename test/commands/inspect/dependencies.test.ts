import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  ControllerRuntimeDependenciesResponse,
  DependencyEdgeType,
  InspectServiceService,
} from '../../../src/gen/inspect/inspect.js';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { StateService } from '../../../src/gen/v1alpha1/state.js';
import { startNode } from '../../helpers/nodes.js';
import { definitionMessage, resourceMessage } from '../../helpers/resource-node.js';
import { StatusError } from '../../helpers/servers.js';

const members = 'Members.cluster.talos.dev';
const configs = 'MachineConfigs.config.talos.dev';
const edges = [
  { controllerName: 'cluster.MemberController', edgeType: DependencyEdgeType.OUTPUT_EXCLUSIVE, resourceType: members },
  {
    controllerName: 'cluster.MemberController',
    edgeType: DependencyEdgeType.INPUT_DESTROY_READY,
    resourceNamespace: 'cluster',
    resourceType: members,
  },
  {
    controllerName: 'cluster.MemberController',
    edgeType: DependencyEdgeType.INPUT_WEAK,
    resourceNamespace: 'config',
    resourceType: configs,
    resourceId: 'v1alpha1',
  },
  {
    controllerName: 'k8s.Endpoints',
    edgeType: DependencyEdgeType.INPUT_STRONG,
    resourceNamespace: 'cluster',
    resourceType: members,
  },
];

async function start(t: TestContext, nodes: readonly string[] = ['10.5.0.2']) {
  const node = await startNode(t, nodes, { services: [MachineServiceService, InspectServiceService, StateService] });
  node.server.unary(InspectServiceService.controllerRuntimeDependencies, () =>
    ControllerRuntimeDependenciesResponse.fromPartial({ messages: [{ edges }] }),
  );
  node.server.stream(StateService.list, async function* (requests) {
    for await (const { namespace, type } of requests) {
      if (type === configs) throw new StatusError(7, 'not authorized');
      if (namespace === 'meta') yield { resource: definitionMessage(members, 'cluster', ['member']) };
      if (type !== members) continue;
      yield { resource: resourceMessage(members, 'cp1', '{}', { owner: 'cluster.MemberController' }) };
      yield { resource: resourceMessage(members, 'w1', '{}', { owner: 'someone.else' }) };
    }
  });
  return node;
}

test('types and controllers are a graph; what only holds back an end is left out', async (t) => {
  const { run } = await start(t);
  const { code, stdout, stderr } = await run(['inspect', 'dependencies']);
  assert.equal(
    stdout,
    [
      'digraph  {',
      '\t',
      `\tn3[fillcolor="azure2",label="${configs}",shape="note",style="filled"];`,
      `\tn2[fillcolor="azure2",label="${members}",shape="note",style="filled"];`,
      '\tn1[label="cluster.MemberController",shape="box"];',
      '\tn4[label="k8s.Endpoints",shape="box"];',
      '\tn3->n1[label="v1alpha1",style="dotted"];',
      '\tn2->n4[style="solid"];',
      '\tn1->n2[style="bold"];',
      '\t',
      '}',
      '',
    ].join('\n'),
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('with resources, each is drawn; types that may not be read are left out', async (t) => {
  const { run } = await start(t);
  const { code, stdout } = await run(['inspect', 'dependencies', '--with-resources']);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    [
      'digraph  {',
      '\tsubgraph cluster_s3 {',
      `\t\tlabel="${members}";`,
      `\t\tn4[fillcolor="azure2",label="cluster/${members}/cp1",shape="note",style="filled"];`,
      `\t\tn5[fillcolor="azure2",label="cluster/${members}/w1",shape="note",style="filled"];`,
      '\t\t',
      '\t}',
      '\t',
      '\tn1[label="cluster.MemberController",shape="box"];',
      '\tn2[label="k8s.Endpoints",shape="box"];',
      '\tn1->n4[style="solid"];',
      '\tn4->n2[style="solid"];',
      '\tn5->n2[style="solid"];',
      '\t',
      '}',
      '',
    ].join('\n'),
  );
});

test('as data', async (t) => {
  const { run } = await start(t);
  const data = JSON.parse((await run(['inspect', 'dependencies', '--with-resources', '-o', 'json'])).stdout);
  assert.equal(data.node, '10.5.0.2');
  assert.deepEqual(data.edges[2], {
    controllerName: 'cluster.MemberController',
    edgeType: 'INPUT_WEAK',
    resourceNamespace: 'config',
    resourceType: configs,
    resourceId: 'v1alpha1',
  });
  assert.deepEqual(data.resources[0], {
    namespace: 'cluster',
    type: members,
    id: 'cp1',
    owner: 'cluster.MemberController',
  });
  const types = JSON.parse((await run(['inspect', 'dependencies', '-o', 'json'])).stdout);
  assert.equal(types.resources, undefined);
});

test('one node is enough, and its failure is the command’s', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.3']);
  const several = await run(['inspect', 'dependencies']);
  assert.deepEqual([several.code, several.stdout], [1, '']);
  assert.match(several.stderr, /one node at a time/);
  const { run: failing, server } = await start(t);
  server.unary(InspectServiceService.controllerRuntimeDependencies, () => {
    throw new StatusError(7, 'not authorized');
  });
  const failed = await failing(['inspect', 'dependencies']);
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  assert.match(failed.stderr, /not authorized/);
});
