import { applyObject, normalized } from './apply.js';
import type { KubeCluster } from './cluster.js';
import { discover } from './discovery.js';
import { checkEviction } from './disruption.js';
import {
  badRequest,
  conflict,
  invalid,
  KubeFailure,
  methodNotAllowed,
  noSuchPath,
  notFound,
  success,
} from './failure.js';
import {
  asList,
  asMap,
  asText,
  isMap,
  type Json,
  type JsonMap,
  type KubeObject,
  nameOf,
  namespaceOf,
  uidOf,
} from './object.js';
import { encodeOpenApi, openApiAccept, openApiDocument, openApiType } from './openapi.js';
import { jsonPatch, mergePatch, strategicPatch } from './patch.js';
import { type ApiPath, parsePath } from './path.js';
import { containerLog, readLog, readLogOptions } from './pod-log.js';
import { decodeProtobuf, protobufType } from './protobuf.js';
import { isScalable, scaleOf, withScale } from './scale.js';
import { fieldSelector, labelSelector, type Matcher } from './selector.js';
import type { StoreEvent } from './store.js';
import { table } from './tables.js';
import { apiVersionOf, builtIn, builtInTypes, qualifiedName, type ResourceType } from './types.js';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** Ends when the caller is gone or the server goes down. */
  readonly signal: AbortSignal;
}

export interface ApiAnswer {
  readonly code: number;
  /** Bytes come with what they are. */
  readonly body: Json | { readonly type: string; readonly bytes: Buffer };
}

/** Piece by piece, as things happen. */
export interface ApiStream {
  readonly type: string;
  readonly pieces: AsyncIterable<string | Buffer>;
}

export interface ApiIdentity {
  /** `1.36.3` */
  readonly version: string;
  /** `10.5.0.2:6443` */
  readonly address: string;
}

const crds = builtIn('customresourcedefinitions');
const pods = builtIn('pods');
const namespaces = builtIn('namespaces');
const plainAnswers = ['/healthz', '/livez', '/readyz'];

/** Answers a request of somebody who may do everything. Throws KubeFailure for what is refused. */
export function answer(cluster: KubeCluster, identity: ApiIdentity, request: ApiRequest): ApiAnswer | ApiStream {
  cluster.reconcile();
  const types = servedTypes(cluster);
  if (request.method === 'GET') {
    if (plainAnswers.includes(request.path.replace(/\/$/, ''))) return { code: 200, body: 'ok' };
    if (request.path === '/openapi/v2') return openApi(types, identity, request);
    const found = discover(request.path.replace(/\/$/, ''), types, versionInfo(identity.version), identity.address);
    if (found !== undefined) return { code: 200, body: found };
  }
  const path = parsePath(request.path.replace(/\/$/, ''), types);
  const operation = new Operation(cluster, path, request);
  if (path.subresource === 'scale') return operation.scale();
  switch (request.method) {
    case 'GET':
      if (path.subresource === 'log') return operation.log();
      if (path.name !== undefined) return operation.read();
      return isTrue(request.query.get('watch')) ? operation.watch() : operation.list();
    case 'POST':
      return path.subresource === 'eviction' ? operation.evict() : operation.create();
    case 'PUT':
      return operation.replace();
    case 'PATCH':
      return operation.patch();
    case 'DELETE':
      return path.name === undefined ? operation.deleteAll() : operation.delete();
    default:
      throw methodNotAllowed();
  }
}

function openApi(types: readonly ResourceType[], { version }: ApiIdentity, { accept }: ApiRequest): ApiAnswer {
  if (!accept.includes(openApiAccept)) return { code: 200, body: openApiDocument(types, version) };
  return { code: 200, body: { type: openApiType, bytes: encodeOpenApi(types, version) } };
}

function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}

function versionInfo(version: string): JsonMap {
  const [major = '', minor = ''] = version.split('.');
  return {
    major,
    minor,
    gitVersion: `v${version}`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26.2',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}

/** Built-in types and those of custom resources. */
function servedTypes(cluster: KubeCluster): readonly ResourceType[] {
  const custom = cluster.store.list(crds).flatMap((crd): readonly ResourceType[] => {
    const { group, scope, names, versions } = asMap(crd['spec']);
    const { plural, singular, kind, shortNames } = asMap(names);
    return asList(versions).map((version) => ({
      group: asText(group),
      version: asText(asMap(version)['name']),
      plural: asText(plural),
      singular: asText(singular) || asText(kind).toLowerCase(),
      kind: asText(kind),
      shortNames: asList(shortNames).map(asText),
      namespaced: scope === 'Namespaced',
    }));
  });
  return [...builtInTypes, ...custom];
}

const statusOnly = 'status';

/** One request for objects. */
class Operation {
  readonly #cluster: KubeCluster;
  readonly #path: ApiPath;
  readonly #request: ApiRequest;

  constructor(cluster: KubeCluster, path: ApiPath, request: ApiRequest) {
    this.#cluster = cluster;
    this.#path = path;
    this.#request = request;
  }

  read(): ApiAnswer {
    const object = this.#existing();
    const { type } = this.#path;
    if (!this.#wantsTable()) return { code: 200, body: object };
    const metadata = { resourceVersion: object.metadata['resourceVersion'] ?? '' };
    return { code: 200, body: this.#table(type, [object], metadata) };
  }

  list(): ApiAnswer {
    const { store } = this.#cluster;
    const { type, namespace } = this.#path;
    const items = store.list(type, namespace === '' ? undefined : namespace).filter(this.#matcher());
    const metadata = { resourceVersion: String(store.version) };
    const body = this.#wantsTable()
      ? this.#table(type, items, metadata)
      : { kind: `${type.kind}List`, apiVersion: apiVersionOf(type), metadata, items };
    return { code: 200, body };
  }

  watch(): ApiStream {
    const { store } = this.#cluster;
    const asked = this.#request.query.get('resourceVersion') ?? '';
    const from = asked === '' || asked === '0' ? undefined : Number(asked);
    if (from !== undefined && from < store.oldestVersion) {
      throw new KubeFailure(410, 'Expired', `too old resource version: ${from} (${store.oldestVersion})`);
    }
    const changes = this.#changes(isTrue(this.#request.query.get('sendInitialEvents')) ? undefined : from);
    return { type: 'application/json', pieces: lines(changes) };
  }

  /** What a container of a pod has written, as its kubelet gives it out. */
  log(): ApiStream {
    const { type, namespace, name = '' } = this.#path;
    if (type !== pods) throw noSuchPath();
    const pod = this.#cluster.store.get(pods, namespace ?? '', name);
    if (pod === undefined) throw notFound('pods', name);
    const { query, signal } = this.#request;
    const log = containerLog(this.#cluster, pod, query.get('container') ?? '');
    return { type: 'text/plain', pieces: readLog(log, readLogOptions(query, this.#cluster.now), signal) };
  }

  create(): ApiAnswer {
    const { type, namespace } = this.#path;
    if (this.#path.name !== undefined) throw noSuchPath();
    const body = this.#object();
    const metadata = asMap(body['metadata']);
    const name = asText(metadata['name']) || generatedName(asText(metadata['generateName']));
    if (name === '') throw invalid(type.kind, '', 'metadata.name: Required value: name or generateName is required');
    if (this.#cluster.store.get(type, namespace ?? '', name) !== undefined) {
      throw new KubeFailure(409, 'AlreadyExists', `${qualifiedName(type)} ${JSON.stringify(name)} already exists`, {
        name,
        kind: qualifiedName(type),
      });
    }
    this.#requireNamespace();
    return { code: 201, body: this.#write({ ...body, metadata: this.#named(metadata, name) } as KubeObject) };
  }

  replace(): ApiAnswer {
    const old = this.#existing();
    const body = this.#object();
    this.#requireVersion(old, asMap(body['metadata']));
    const next = { ...body, metadata: { ...this.#named(asMap(body['metadata']), nameOf(old)) } } as KubeObject;
    return { code: 200, body: this.#write(this.#withSubresource(old, next)) };
  }

  patch(): ApiAnswer {
    const { type, namespace, name = '' } = this.#path;
    const { contentType, query } = this.#request;
    const old = this.#cluster.store.get(type, namespace ?? '', name);
    if (contentType.startsWith('application/apply-patch+yaml')) {
      const manager = query.get('fieldManager') ?? '';
      if (manager === '') throw invalid(type.kind, name, 'fieldManager: Required value: is required for apply patch');
      this.#requireNamespace();
      const force = isTrue(query.get('force'));
      const applied = this.#object();
      const { now } = this.#cluster;
      const next = applyObject({ type, namespace: namespace ?? '', name, manager, old, applied, now, force });
      return { code: old === undefined ? 201 : 200, body: this.#write(next) };
    }
    const existing = this.#existing();
    const body = this.#json();
    const patched = contentType.startsWith('application/json-patch+json')
      ? jsonPatch(existing, asList(body))
      : contentType.startsWith('application/merge-patch+json')
        ? mergePatch(existing, body)
        : strategicPatch(existing, body);
    const metadata = asMap(asMap(patched)['metadata']);
    this.#requireVersion(existing, asMap(asMap(body)['metadata']));
    const next = { ...asMap(patched), metadata: this.#named(metadata, name) } as KubeObject;
    return { code: 200, body: this.#write(this.#withSubresource(existing, next)) };
  }

  scale(): ApiAnswer {
    const { type, namespace, name = '' } = this.#path;
    const workload = isScalable(type) ? this.#cluster.store.get(type, namespace ?? '', name) : undefined;
    if (workload === undefined) throw isScalable(type) ? notFound(qualifiedName(type), name) : noSuchPath();
    const { method } = this.#request;
    if (method === 'GET') return { code: 200, body: scaleOf(workload) };
    if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed();
    const body = this.#json();
    this.#requireVersion(workload, asMap(asMap(body)['metadata']));
    const scale = method === 'PUT' ? body : mergePatch(scaleOf(workload), body);
    return { code: 200, body: scaleOf(this.#write(withScale(workload, scale))) };
  }

  delete(): ApiAnswer {
    const object = this.#existing();
    const { uid, resourceVersion } = asMap(asMap(this.#optional())['preconditions']);
    if (
      (uid !== undefined && uid !== uidOf(object)) ||
      (resourceVersion !== undefined && resourceVersion !== object.metadata['resourceVersion'])
    ) {
      throw conflict(qualifiedName(this.#path.type), nameOf(object), 'the object has been modified');
    }
    return { code: 200, body: this.#remove(object) };
  }

  deleteAll(): ApiAnswer {
    const { type, namespace } = this.#path;
    const items = this.#cluster.store.list(type, namespace === '' ? undefined : namespace).filter(this.#matcher());
    for (const item of items) this.#remove(item);
    return { code: 200, body: { kind: `${type.kind}List`, apiVersion: apiVersionOf(type), metadata: {}, items } };
  }

  evict(): ApiAnswer {
    const { type, namespace, name = '' } = this.#path;
    if (type !== pods) throw noSuchPath();
    const pod = this.#cluster.store.get(pods, namespace ?? '', name);
    if (pod === undefined) throw notFound('pods', name);
    checkEviction(this.#cluster.store, pod);
    if (!this.#isDryRun()) this.#cluster.terminate(pod, false);
    return { code: 201, body: success({ name, kind: 'pods', uid: uidOf(pod) }) };
  }

  #remove(object: KubeObject): Json {
    const { type } = this.#path;
    const details = { name: nameOf(object), kind: qualifiedName(type), uid: uidOf(object) };
    if (this.#isDryRun()) return success(details);
    if (type === pods) {
      const grace = asMap(this.#optional())['gracePeriodSeconds'] ?? this.#request.query.get('gracePeriodSeconds');
      return this.#cluster.terminate(object, grace === 0 || grace === '0');
    }
    if (type === namespaces) this.#empty(nameOf(object));
    this.#cluster.store.remove(type, namespaceOf(object), nameOf(object));
    this.#cluster.touch();
    return success(details);
  }

  /** What is in a namespace goes with it. */
  #empty(namespace: string): void {
    const { store } = this.#cluster;
    for (const type of servedTypes(this.#cluster).filter(({ namespaced }) => namespaced)) {
      for (const object of store.list(type, namespace)) store.remove(type, namespace, nameOf(object));
    }
  }

  #write(object: KubeObject): KubeObject {
    const complete = normalized(object) as KubeObject;
    const { type } = this.#path;
    if (this.#isDryRun()) return this.#cluster.store.prepared(type, complete);
    const stored = this.#cluster.store.put(type, complete);
    this.#cluster.touch();
    return stored;
  }

  #existing(): KubeObject {
    const { type, namespace, name = '', subresource } = this.#path;
    if (subresource !== undefined && subresource !== statusOnly) throw noSuchPath();
    const object = this.#cluster.store.get(type, namespace ?? '', name);
    if (object === undefined) throw notFound(qualifiedName(type), name);
    return object;
  }

  /** A status is written on its own, and what is not the status cannot change it. */
  #withSubresource(old: KubeObject, next: KubeObject): KubeObject {
    if (this.#path.subresource === statusOnly) return { ...old, status: next['status'] ?? {} };
    return old['status'] === undefined ? next : { ...next, status: old['status'] };
  }

  #requireVersion(old: KubeObject, metadata: JsonMap): void {
    const wanted = metadata['resourceVersion'];
    if (wanted === undefined || wanted === '' || wanted === old.metadata['resourceVersion']) return;
    throw conflict(
      qualifiedName(this.#path.type),
      nameOf(old),
      'the object has been modified; please apply your changes to the latest version and try again',
    );
  }

  #requireNamespace(): void {
    const { type, namespace } = this.#path;
    if (!type.namespaced) return;
    if (namespace === undefined) throw badRequest('namespace is required');
    if (this.#cluster.store.get(namespaces, '', namespace) === undefined) throw notFound('namespaces', namespace);
  }

  #named(metadata: JsonMap, name: string): JsonMap {
    const { namespace: _, ...rest } = metadata;
    const { type, namespace } = this.#path;
    return { ...rest, name, ...(type.namespaced ? { namespace: namespace ?? 'default' } : {}) };
  }

  #object(): JsonMap {
    const body = this.#json();
    const { type } = this.#path;
    const kind = asText(asMap(body)['kind']);
    if (!isMap(body) || (kind !== '' && kind !== type.kind)) {
      throw badRequest(`the body is no ${type.kind}`);
    }
    return body;
  }

  #optional(): Json {
    return this.#request.body.length === 0 ? {} : this.#json();
  }

  #json(): Json {
    const { body, contentType } = this.#request;
    try {
      const decoded = contentType.startsWith(protobufType)
        ? decodeProtobuf(body)
        : (JSON.parse(body.toString()) as Json);
      if (decoded !== undefined) return decoded;
      throw new RangeError('an unknown kind');
    } catch {
      throw new KubeFailure(
        415,
        'UnsupportedMediaType',
        'the body of the request was in an unknown format: only JSON is accepted',
      );
    }
  }

  #isDryRun(): boolean {
    return this.#request.query.get('dryRun') === 'All';
  }

  #matcher(): Matcher {
    const labels = labelSelector(this.#request.query.get('labelSelector') ?? '');
    const fields = fieldSelector(this.#request.query.get('fieldSelector') ?? '');
    const { name } = this.#path;
    return (object) => labels(object) && fields(object) && (name === undefined || nameOf(object) === name);
  }

  #wantsTable(): boolean {
    return /as=Table/.test(this.#request.accept);
  }

  #table(type: ResourceType, objects: readonly KubeObject[], metadata: JsonMap): JsonMap {
    return table(type, objects, this.#cluster.now, metadata, this.#request.query.get('includeObject') === 'Object');
  }

  async *#changes(from: number | undefined): AsyncGenerator<Json, void, undefined> {
    const { store } = this.#cluster;
    const { type, namespace } = this.#path;
    const matches = this.#matcher();
    const isHere = (object: KubeObject): boolean =>
      (namespace === undefined || namespace === '' || namespaceOf(object) === namespace) && matches(object);
    const seconds = Number(this.#request.query.get('timeoutSeconds') ?? 0);
    const signal = AbortSignal.any([
      this.#request.signal,
      ...(seconds > 0 ? [AbortSignal.timeout(seconds * 1000)] : []),
    ]);
    let wake = (): void => undefined;
    const stop = store.watch(() => wake());
    const present = (event: Pick<StoreEvent, 'type' | 'object'>): Json => ({
      type: event.type,
      object: this.#wantsTable()
        ? this.#table(type, [event.object], { resourceVersion: event.object.metadata['resourceVersion'] ?? '' })
        : event.object,
    });
    const onAbort = (): void => wake();
    signal.addEventListener('abort', onAbort);
    try {
      let version = from ?? store.version;
      if (from === undefined) {
        for (const object of store.list(type).filter(isHere)) yield present({ type: 'ADDED', object });
        if (isTrue(this.#request.query.get('sendInitialEvents'))) yield endOfList(type, version);
      }
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          wake = resolve;
        });
        for (const event of store.eventsSince(type, version)) {
          version = event.version;
          if (isHere(event.object)) yield present(event);
        }
        if (!signal.aborted && store.eventsSince(type, version).length === 0) await changed;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      stop();
    }
  }
}

async function* lines(events: AsyncIterable<Json>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}

/** Tells a client that lists by watching that it has all there is. */
function endOfList(type: ResourceType, version: number): Json {
  const metadata = { resourceVersion: String(version), annotations: { 'k8s.io/initial-events-end': 'true' } };
  return { type: 'BOOKMARK', object: { kind: type.kind, apiVersion: apiVersionOf(type), metadata } };
}

function generatedName(prefix: string): string {
  return prefix === '' ? '' : `${prefix}${Math.random().toString(36).slice(2, 7)}`;
}
