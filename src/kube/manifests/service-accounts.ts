import { isList, isMap, type ManifestMap, type ManifestValue, readManifests, textAt } from './read.js';
import { change, complete, workloadOf } from './workloads.js';
import { writeManifest } from './write.js';

const volumeName = 'talos-secrets';
const mountPath = '/var/run/secrets/talos.dev';
const suffix = '-talos-secrets';
const accountVersion = 'talos.dev/v1alpha1';
const accountKind = 'ServiceAccount';

export interface Injected {
  /** All documents, each ended by `---`. */
  readonly text: string;
  /** Objects that got the account, as `Deployment shop/web`. */
  readonly changed: readonly string[];
  /** Objects that would have got one if they had a name. */
  readonly nameless: readonly string[];
}

/**
 * Gives every workload of a text the means to use the Talos API: a Talos service account with the roles behind it, and
 * its secret mounted in all containers. What was injected before is replaced; other objects stay as they are.
 */
export function injectServiceAccounts(text: string, file: string, roles: readonly string[]): Injected {
  const documents: string[] = [];
  const changed: string[] = [];
  const nameless: string[] = [];
  // A service account for each workload, and each of them once: also where it stands there from the time before.
  const accounts = new Set<string>();
  for (const object of readManifests(text, file)) {
    const workload = workloadOf(object);
    const name = textAt(object, 'metadata', 'name');
    const namespace = textAt(object, 'metadata', 'namespace');
    if (workload === undefined || name === '') {
      const account = accountOf(object);
      if (account !== undefined && accounts.has(account)) continue;
      if (account !== undefined) accounts.add(account);
      if (workload !== undefined) nameless.push(textAt(object, 'kind'));
      documents.push(writeManifest(object, 'plain'));
      continue;
    }
    const filled = complete(object, workload);
    const injected = change(filled, workload.podSpec, (spec) => inject(isMap(spec) ? spec : new Map(), name + suffix));
    documents.push(writeManifest(injected, 'kubernetes'));
    changed.push(`${textAt(object, 'kind')} ${idOf(namespace, name)}`);
    if (accounts.has(idOf(namespace, name))) continue;
    accounts.add(idOf(namespace, name));
    documents.push(writeManifest(serviceAccount(namespace, name + suffix, roles), 'plain'));
  }
  return { text: documents.map((document) => `${document}---\n`).join(''), changed, nameless };
}

function serviceAccount(namespace: string, name: string, roles: readonly string[]): ManifestMap {
  return new Map<string, ManifestValue>([
    ['apiVersion', accountVersion],
    ['kind', accountKind],
    ['metadata', new Map([['name', name], ...(namespace === '' ? [] : [['namespace', namespace] as const])])],
    ['spec', new Map([['roles', roles]])],
  ]);
}

/** The workload that a Talos service account belongs to; undefined for other objects. */
function accountOf(object: ManifestMap): string | undefined {
  if (object.get('apiVersion') !== accountVersion || object.get('kind') !== accountKind) return undefined;
  const name = textAt(object, 'metadata', 'name');
  if (name === '') return undefined;
  const workload = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return idOf(textAt(object, 'metadata', 'namespace'), workload);
}

const idOf = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`);

function inject(podSpec: ManifestMap, secretName: string): ManifestMap {
  const volume: ManifestMap = new Map<string, ManifestValue>([
    ['name', volumeName],
    ['secret', new Map([['secretName', secretName]])],
  ]);
  const mount: ManifestMap = new Map([
    ['name', volumeName],
    ['mountPath', mountPath],
  ]);
  const mounted = (container: ManifestMap): ManifestMap =>
    new Map([...container, ['volumeMounts', withOwn(container.get('volumeMounts'), mount)]]);
  const result = new Map([
    ...podSpec,
    ['containers', containers(podSpec.get('containers')).map(mounted)],
    ['volumes', withOwn(podSpec.get('volumes'), volume)],
  ] as readonly (readonly [string, ManifestValue])[]);
  const initial = containers(podSpec.get('initContainers'));
  if (initial.length > 0) result.set('initContainers', initial.map(mounted));
  const ephemeral = containers(podSpec.get('ephemeralContainers'));
  if (ephemeral.length > 0) result.set('ephemeralContainers', ephemeral);
  return result;
}

/** Containers with what Kubernetes' encoding always has. */
function containers(value: ManifestValue | undefined): readonly ManifestMap[] {
  const list = isList(value) ? value : [];
  return list.filter(isMap).map((container) => change(container, ['resources'], (found) => found ?? new Map()));
}

/** A list in which this program's own item comes last, and once. */
function withOwn(value: ManifestValue | undefined, own: ManifestMap): readonly ManifestValue[] {
  const others = isList(value) ? value.filter((item) => textAt(item, 'name') !== volumeName) : [];
  return [...others, own];
}
