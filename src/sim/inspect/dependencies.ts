import { type ControllerDependencyEdge, DependencyEdgeType as Kind } from '../../gen/inspect/inspect.js';
import { controllerLines } from './controllers.js';

/** What the dependencies of a node's controllers depend on. */
export interface InspectedNode {
  readonly nodeId: string;
  readonly machineType: 'controlplane' | 'worker' | 'unknown';
}

const kinds: Readonly<Record<string, Kind>> = {
  '=': Kind.OUTPUT_EXCLUSIVE,
  '+': Kind.OUTPUT_SHARED,
  '!': Kind.INPUT_STRONG,
  '~': Kind.INPUT_WEAK,
  '~cp': Kind.INPUT_WEAK,
  '~w': Kind.INPUT_WEAK,
  x: Kind.INPUT_DESTROY_READY,
};

/** Lines that hold for one kind of machine only. */
const machineTypes: Readonly<Record<string, InspectedNode['machineType']>> = { '~cp': 'controlplane', '~w': 'worker' };

/** What every controller writes and reads, in a node's order: what is written first, then by controller and resource. */
export function controllerDependencies(node: InspectedNode): ControllerDependencyEdge[] {
  const edges: ControllerDependencyEdge[] = [];
  let controllerName = '';
  for (const line of controllerLines.trim().split('\n')) {
    if (!line.startsWith(' ')) {
      controllerName = line;
      continue;
    }
    const [symbol = '', ...resources] = line.trim().split(' ');
    const edgeType = kinds[symbol];
    if (edgeType === undefined) throw new RangeError(`${controllerName}: no kind of dependency ${symbol}`);
    const only = machineTypes[symbol];
    if (only !== undefined && only !== node.machineType) continue;
    edges.push(...resources.map((resource) => ({ controllerName, edgeType, ...resourceOf(edgeType, resource, node) })));
  }
  return edges.sort(compareEdges);
}

function resourceOf(edgeType: Kind, resource: string, node: InspectedNode) {
  if (isOutput(edgeType)) return { resourceNamespace: '', resourceType: fullType(resource), resourceId: '' };
  const [resourceNamespace = '', type = '', ...id] = resource.split('/');
  return {
    resourceNamespace,
    resourceType: fullType(type),
    resourceId: id.join('/').replace('<node>', node.nodeId),
  };
}

function fullType(type: string): string {
  return `${type}.talos.dev`;
}

function isOutput(edgeType: Kind): boolean {
  return edgeType === Kind.OUTPUT_EXCLUSIVE || edgeType === Kind.OUTPUT_SHARED;
}

/** Exclusive outputs, shared outputs, then all inputs. */
function rank(edgeType: Kind): number {
  if (edgeType === Kind.OUTPUT_EXCLUSIVE) return 0;
  return edgeType === Kind.OUTPUT_SHARED ? 1 : 2;
}

function compareEdges(left: ControllerDependencyEdge, right: ControllerDependencyEdge): number {
  return (
    rank(left.edgeType) - rank(right.edgeType) ||
    compare(left.controllerName, right.controllerName) ||
    compare(left.resourceNamespace, right.resourceNamespace) ||
    compare(left.resourceType, right.resourceType) ||
    compare(left.resourceId, right.resourceId)
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
