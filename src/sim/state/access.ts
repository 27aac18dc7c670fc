import { talosRole } from '../../pki/roles.js';
import { Code, StatusError } from '../rpc/status.js';
import type { ResourceStore } from './store.js';

export const metaNamespace = 'meta';
export const definitionType = 'ResourceDefinitions.meta.cosi.dev';
export const namespaceType = 'Namespaces.meta.cosi.dev';

/**
 * Whether a caller may read resources of a type in a namespace. Types and namespaces have to be registered; sensitive
 * types are for administrators only.
 */
export function checkReadAccess(
  store: ResourceStore,
  roles: ReadonlySet<string>,
  namespace: string,
  type: string,
): void {
  const definition = store.get(metaNamespace, definitionType, type.toLowerCase());
  if (definition === undefined) {
    throw new StatusError(Code.permissionDenied, `resource type ${JSON.stringify(type)} is not supported`);
  }
  const { sensitivity } = definition.spec as { readonly sensitivity?: string };
  if (sensitivity === 'sensitive' && !roles.has(talosRole.admin)) {
    throw new StatusError(Code.permissionDenied, 'not authorized');
  }
  if (store.get(metaNamespace, namespaceType, namespace) === undefined) {
    throw new StatusError(Code.permissionDenied, `namespace ${JSON.stringify(namespace)} is not supported`);
  }
}
