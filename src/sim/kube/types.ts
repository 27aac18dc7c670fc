/** One resource of the API. */
export interface ResourceType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
}

const type = (
  apiVersion: string,
  kind: string,
  plural: string,
  options: { readonly short?: readonly string[]; readonly cluster?: boolean } = {},
): ResourceType => {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return {
    group,
    version,
    plural,
    singular: kind.toLowerCase(),
    kind,
    shortNames: options.short ?? [],
    namespaced: options.cluster !== true,
  };
};

const rbac = 'rbac.authorization.k8s.io/v1';
const cluster = true;

/** What the API serves besides custom resources. */
export const builtInTypes: readonly ResourceType[] = [
  type('v1', 'ConfigMap', 'configmaps', { short: ['cm'] }),
  type('v1', 'Endpoints', 'endpoints', { short: ['ep'] }),
  type('v1', 'Event', 'events', { short: ['ev'] }),
  type('v1', 'Namespace', 'namespaces', { short: ['ns'], cluster }),
  type('v1', 'Node', 'nodes', { short: ['no'], cluster }),
  type('v1', 'PersistentVolume', 'persistentvolumes', { short: ['pv'], cluster }),
  type('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', { short: ['pvc'] }),
  type('v1', 'Pod', 'pods', { short: ['po'] }),
  type('v1', 'Secret', 'secrets'),
  type('v1', 'Service', 'services', { short: ['svc'] }),
  type('v1', 'ServiceAccount', 'serviceaccounts', { short: ['sa'] }),
  type('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions', {
    short: ['crd', 'crds'],
    cluster,
  }),
  type('apps/v1', 'DaemonSet', 'daemonsets', { short: ['ds'] }),
  type('apps/v1', 'Deployment', 'deployments', { short: ['deploy'] }),
  type('apps/v1', 'ReplicaSet', 'replicasets', { short: ['rs'] }),
  type('apps/v1', 'StatefulSet', 'statefulsets', { short: ['sts'] }),
  type('batch/v1', 'Job', 'jobs'),
  type('coordination.k8s.io/v1', 'Lease', 'leases'),
  type('networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', { short: ['netpol'] }),
  type('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets', { short: ['pdb'] }),
  type(rbac, 'ClusterRole', 'clusterroles', { cluster }),
  type(rbac, 'ClusterRoleBinding', 'clusterrolebindings', { cluster }),
  type(rbac, 'Role', 'roles'),
  type(rbac, 'RoleBinding', 'rolebindings'),
];

export function apiVersionOf({ group, version }: ResourceType): string {
  return group === '' ? version : `${group}/${version}`;
}

/** As refusals name the type: `pods`, `daemonsets.apps`. */
export function qualifiedName({ group, plural }: ResourceType): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The built-in type of this name. */
export function builtIn(plural: string): ResourceType {
  const found = builtInTypes.find((candidate) => candidate.plural === plural);
  if (found === undefined) throw new RangeError(`the API has no ${plural}`);
  return found;
}
