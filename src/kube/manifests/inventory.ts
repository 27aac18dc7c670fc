import { TalosctlError } from '../../errors/errors.js';
import { groupOf, isMap, type KubeManifest, nameOf, namespaceOf } from './manifest.js';
import { inventoryName, inventoryNamespace } from './policy.js';
import type { KubeResources, ObjectReference } from './resources.js';

const empty: KubeManifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: inventoryName, namespace: inventoryNamespace },
};

/** Names with colons are written differently for these. */
const rbacGroup = 'rbac.authorization.k8s.io';

/** The list of what Talos has made in the cluster, kept in a ConfigMap whose keys name the objects. */
export class Inventory {
  readonly #resources: KubeResources;
  readonly #keys: Set<string>;

  private constructor(resources: KubeResources, keys: Iterable<string>) {
    this.#resources = resources;
    this.#keys = new Set(keys);
  }

  /** The list as it is; empty where there is none. */
  static async read(resources: KubeResources): Promise<Inventory> {
    const found = await resources.read(empty);
    return new Inventory(resources, Object.keys(isMap(found?.['data']) ? found['data'] : {}));
  }

  /** Objects of the list that are not among the given ones. */
  without(objects: readonly KubeManifest[]): readonly ObjectReference[] {
    const kept = new Set(objects.map(keyOf));
    return [...this.#keys].filter((key) => !kept.has(key)).map(parseKey);
  }

  add(object: KubeManifest): void {
    this.#keys.add(keyOf(object));
  }

  remove(reference: ObjectReference): void {
    this.#keys.delete(encodeKey(reference));
  }

  /** Writes the list into the cluster. */
  async write(): Promise<void> {
    const data = Object.fromEntries([...this.#keys].map((key) => [key, '']));
    const found = await this.#resources.read(empty);
    if (found === undefined) await this.#resources.create({ ...empty, data });
    else await this.#resources.replace({ ...found, apiVersion: 'v1', kind: 'ConfigMap', data });
  }
}

function keyOf(object: KubeManifest): string {
  return encodeKey({
    group: groupOf(object),
    kind: object.kind,
    namespace: namespaceOf(object),
    name: nameOf(object),
  });
}

function encodeKey({ namespace, name, group, kind }: ObjectReference): string {
  return [namespace, group === rbacGroup ? name.replaceAll(':', '__') : name, group, kind].join('_');
}

function parseKey(key: string): ObjectReference {
  const [, namespace = '', name = '', group = '', kind = ''] = /^([^_]*)_(.+)_([^_]*)_([^_]+)$/.exec(key) ?? [];
  if (kind === '')
    throw new TalosctlError(`the inventory ${inventoryName} names an object that cannot be read: ${key}`);
  return { namespace, name: name.replaceAll('__', ':'), group, kind };
}
