import type { JsonMap } from './object.js';
import { isScalable } from './scale.js';
import { apiVersionOf, type ResourceType } from './types.js';

/** What the API tells about itself: groups, versions, resources. */
export function discover(
  path: string,
  types: readonly ResourceType[],
  version: JsonMap,
  address: string,
): JsonMap | undefined {
  if (path === '/version') return version;
  if (path === '/api') {
    return {
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
    };
  }
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups(types) };
  const [, group] = /^\/apis\/([^/]+)$/.exec(path) ?? [];
  if (group !== undefined) {
    const found = groups(types).find(({ name }) => name === group);
    return found === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...found };
  }
  const [, groupVersion] = /^\/(?:api|apis)\/(v1|[^/]+\/[^/]+)$/.exec(path) ?? [];
  const served = types.filter((type) => apiVersionOf(type) === groupVersion);
  if (groupVersion === undefined || served.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: served.flatMap(entries),
  };
}

function groups(types: readonly ResourceType[]): readonly JsonMap[] {
  const names = [...new Set(types.map(({ group }) => group))].filter((group) => group !== '');
  return names.map((name) => {
    const versions = [...new Set(types.filter(({ group }) => group === name).map(({ version }) => version))].map(
      (version) => ({ groupVersion: `${name}/${version}`, version }),
    );
    return { name, versions, preferredVersion: versions[0] ?? {} };
  });
}

/** What `all` stands for. */
const shownWithAll = ['daemonsets', 'deployments', 'jobs', 'pods', 'replicasets', 'services', 'statefulsets'];

const withStatus = ['nodes', 'daemonsets', 'deployments', 'namespaces'];
const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

function entries(type: ResourceType): readonly JsonMap[] {
  const { plural, singular, namespaced, kind, shortNames } = type;
  const own = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    shortNames,
    ...(shownWithAll.includes(plural) ? { categories: ['all'] } : {}),
  };
  const sub = (name: string, of: JsonMap): JsonMap => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    verbs: ['get', 'patch', 'update'],
    ...of,
  });
  if (plural === 'pods') {
    return [
      own,
      sub('eviction', { kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] }),
      sub('log', { kind, verbs: ['get'] }),
      sub('status', { kind }),
    ];
  }
  return [
    own,
    ...(isScalable(type) ? [sub('scale', { kind: 'Scale', group: 'autoscaling', version: 'v1' })] : []),
    ...(withStatus.includes(plural) ? [sub('status', { kind })] : []),
  ];
}
