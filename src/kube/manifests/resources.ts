import { TalosctlError } from '../../errors/errors.js';
import type { KubeApi, KubeCallOptions, KubeRequest } from '../api/api.js';
import { isNotFound } from '../api/failure.js';
import { type KubeManifest, nameOf, namespaceOf, versionedPathOf } from './manifest.js';

/** The server has no such kind of objects. */
export class UnknownKindError extends TalosctlError {
  override readonly name = 'UnknownKindError';
}

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** An object's identity, without which version of its API it is read by. */
export interface ObjectReference {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Objects of any kind, found by what the server tells of its kinds. */
export class KubeResources {
  readonly #api: KubeApi;
  readonly #options: KubeCallOptions;
  readonly #known = new Map<string, readonly ApiResource[]>();

  constructor(api: KubeApi, options: KubeCallOptions) {
    this.#api = api;
    this.#options = options;
  }

  /** Asks anew which kinds there are: new ones have been defined. */
  forget(): void {
    this.#known.clear();
  }

  /** Undefined where there is no such object, or no such kind. */
  async read(object: KubeManifest): Promise<KubeManifest | undefined> {
    const path = await this.#path(object);
    return path === undefined ? undefined : this.#unlessMissing({ path });
  }

  /** Applies on the server's side, taking over fields that others have set. With `dryRun` nothing is changed. */
  async apply(object: KubeManifest, manager: string, dryRun: boolean): Promise<KubeManifest> {
    return this.#api.send(
      {
        method: 'PATCH',
        path: await this.#required(object),
        query: { fieldManager: manager, force: 'true', dryRun: dryRun ? 'All' : undefined },
        contentType: 'application/apply-patch+yaml',
        body: object,
      },
      this.#options,
    );
  }

  async create(object: KubeManifest): Promise<KubeManifest> {
    const path = (await this.#required(object)).replace(/\/[^/]+$/, '');
    return this.#api.send({ method: 'POST', path, body: object }, this.#options);
  }

  async replace(object: KubeManifest, dryRun = false): Promise<KubeManifest> {
    const query = { dryRun: dryRun ? 'All' : undefined };
    return this.#api.send({ method: 'PUT', path: await this.#required(object), query, body: object }, this.#options);
  }

  /** Deletes an object; one that is gone already is fine. */
  async delete(object: KubeManifest): Promise<void> {
    const path = await this.#path(object);
    if (path === undefined) return;
    await this.#unlessMissing({ method: 'DELETE', path, query: { propagationPolicy: 'Background' } });
  }

  /** The object of a reference, in whatever version the server prefers. */
  async find({ group, kind, namespace, name }: ObjectReference): Promise<KubeManifest | undefined> {
    const apiVersion = await this.#preferredVersion(group);
    if (apiVersion === undefined) return undefined;
    const found = await this.read({ apiVersion, kind, metadata: { name, ...(namespace === '' ? {} : { namespace }) } });
    return found === undefined ? undefined : { ...found, apiVersion, kind };
  }

  async isNamespaced(object: Pick<KubeManifest, 'apiVersion' | 'kind'>): Promise<boolean | undefined> {
    return (await this.#resource(object))?.namespaced;
  }

  async #preferredVersion(group: string): Promise<string | undefined> {
    if (group === '') return 'v1';
    const found = await this.#unlessMissing<{ readonly preferredVersion?: { readonly groupVersion?: string } }>({
      path: `/apis/${group}`,
    });
    return found?.preferredVersion?.groupVersion;
  }

  async #required(object: KubeManifest): Promise<string> {
    const path = await this.#path(object);
    if (path === undefined) {
      throw new UnknownKindError(
        `Kubernetes knows no ${object.kind} of ${object.apiVersion} (${versionedPathOf(object)})`,
        {
          hint: 'a manifest that defines it may be missing',
        },
      );
    }
    return path;
  }

  async #path(object: KubeManifest): Promise<string | undefined> {
    const resource = await this.#resource(object);
    if (resource === undefined) return undefined;
    const namespace = resource.namespaced ? `/namespaces/${namespaceOf(object) || 'default'}` : '';
    return `${rootOf(object.apiVersion)}${namespace}/${resource.name}/${encodeURIComponent(nameOf(object))}`;
  }

  async #resource({ apiVersion, kind }: Pick<KubeManifest, 'apiVersion' | 'kind'>): Promise<ApiResource | undefined> {
    let known = this.#known.get(apiVersion);
    if (known === undefined) {
      const list = await this.#unlessMissing<{ readonly resources?: readonly ApiResource[] }>({
        path: rootOf(apiVersion),
      });
      known = (list?.resources ?? []).filter(({ name }) => !name.includes('/'));
      this.#known.set(apiVersion, known);
    }
    return known.find((resource) => resource.kind === kind);
  }

  async #unlessMissing<T>(request: KubeRequest): Promise<T | undefined> {
    try {
      return await this.#api.send<T>(request, this.#options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}
