import { type ControllerDependencyEdge, DependencyEdgeType as Kind } from '../../../gen/inspect/inspect.js';
import { type DotAttributes, DotGraph } from '../../../render/dot.js';
import type { ResourceMetadata } from '../../../resources/resource.js';
import type { LiveResources } from './resources.js';

const controllerLook = { shape: 'box' };
const resourceLook = { shape: 'note', fillcolor: 'azure2', style: 'filled' };

/**
 * Controllers and resources as a graph in the DOT language. Dependencies that only hold back the end of a resource are
 * left out.
 * @param resources the resources that there are, in a group for each type; absent: the types alone
 */
export function dependencyGraph(edges: readonly ControllerDependencyEdge[], resources?: LiveResources): string {
  const graph = new DotGraph();
  if (resources === undefined) addTypes(graph, edges);
  else addResources(graph, edges, resources);
  return graph.toString();
}

function addTypes(graph: DotGraph, edges: readonly ControllerDependencyEdge[]): void {
  for (const { controllerName, resourceType } of edges) {
    graph.node(controllerName, controllerLook);
    graph.node(resourceType, resourceLook);
  }
  for (const { controllerName, edgeType, resourceType, resourceId } of edges) {
    const label: DotAttributes = resourceId === '' ? {} : { label: resourceId };
    switch (edgeType) {
      case Kind.OUTPUT_EXCLUSIVE:
        graph.edge(controllerName, resourceType, { style: 'bold' });
        break;
      case Kind.OUTPUT_SHARED:
        graph.edge(controllerName, resourceType, { style: 'solid' });
        break;
      case Kind.INPUT_STRONG:
        graph.edge(resourceType, controllerName, { ...label, style: 'solid' });
        break;
      case Kind.INPUT_WEAK:
        graph.edge(resourceType, controllerName, { ...label, style: 'dotted' });
        break;
      default:
    }
  }
}

function addResources(graph: DotGraph, edges: readonly ControllerDependencyEdge[], resources: LiveResources): void {
  for (const { controllerName } of edges) graph.node(controllerName, controllerLook);
  for (const [type, all] of resources) {
    graph.group(type);
    for (const resource of all) graph.groupNode(type, nameOf(resource), resourceLook);
  }
  for (const edge of edges) {
    for (const resource of resources.get(edge.resourceType) ?? []) {
      const { controllerName, edgeType, resourceId } = edge;
      if (resourceId !== '' && resource.id !== resourceId) continue;
      switch (edgeType) {
        case Kind.OUTPUT_EXCLUSIVE:
        case Kind.OUTPUT_SHARED:
          if (resource.owner === controllerName) graph.edge(controllerName, nameOf(resource), { style: 'solid' });
          break;
        case Kind.INPUT_STRONG:
          graph.edge(nameOf(resource), controllerName, { style: 'solid' });
          break;
        case Kind.INPUT_WEAK:
          graph.edge(nameOf(resource), controllerName, { style: 'dotted' });
          break;
        default:
      }
    }
  }
}

function nameOf({ namespace, type, id }: ResourceMetadata): string {
  return `${namespace}/${type}/${id}`;
}
