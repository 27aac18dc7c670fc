import { TalosctlError } from '../../errors/errors.js';
import { isNotFound, KubeError, mayPass } from '../api/failure.js';
import { callTo, type UpgradeTarget } from '../upgrade/upgrade-target.js';
import { notYet, reached, waitFor } from '../upgrade/wait.js';
import { hasDrifted, manifestDiff } from './diff.js';
import { Inventory } from './inventory.js';
import {
  annotationsOf,
  bootstrapManifests,
  groupOf,
  type KubeJson,
  type KubeManifest,
  namespaceOf,
  pathOf,
  versionOf,
} from './manifest.js';
import { inventoryAnnotation, inventoryName, requireOwnership } from './policy.js';
import { unreadyReason } from './ready.js';
import { KubeResources, UnknownKindError } from './resources.js';
import { ApplyingWriter, type ManifestWriter, ReplacingWriter } from './writers.js';

const attempts = 6;
const retryTime = 5000;

export interface SyncOptions {
  /**
   * Whether the nodes apply on the server's side and keep a list of their objects. Otherwise objects are replaced, nothing
   * is pruned and nobody is asked.
   */
  readonly withInventory: boolean;
}

/** Brings the objects in the cluster in line with the manifests of the nodes; with `--dry-run` says what would change. */
export async function syncManifests(target: UpgradeTarget, { withInventory }: SyncOptions): Promise<void> {
  const [node = ''] = target.controlPlane;
  const { settings, kube, signal } = target;
  await target.log(settings.dryRun ? 'updating manifests (dry run)' : 'updating manifests');
  const resources = new KubeResources(kube, { signal });
  const wanted = await Promise.all(
    (await bootstrapManifests(target.client, callTo(target, node))).map((object) =>
      prepared(object, resources, withInventory),
    ),
  );
  const sync = new ManifestSync(target, resources, withInventory);
  const changed = settings.dryRun ? await sync.show(wanted) : await sync.apply(wanted);
  if (settings.dryRun) return;
  if (settings.manifests.reconcileTimeout === 0) {
    await target.log('skipping waiting for manifest reconciliation');
    return;
  }
  await target.log('waiting for kubernetes objects to be fully reconciled');
  await untilReady(target, resources, changed);
  await target.log('done');
}

/** With its namespace where it needs one, and the mark of the inventory. */
async function prepared(object: KubeManifest, resources: KubeResources, marked: boolean): Promise<KubeManifest> {
  const annotations = annotationsOf(object);
  const owner = annotations[inventoryAnnotation];
  if (owner !== undefined && owner !== inventoryName) {
    throw new TalosctlError(`the manifest of ${pathOf(object)} says that it belongs to the inventory ${String(owner)}`);
  }
  const metadata: Record<string, KubeJson> = { ...object.metadata };
  const namespaced = await resources.isNamespaced(object);
  if (namespaced === true) metadata['namespace'] = namespaceOf(object) || 'default';
  if (namespaced === false) delete metadata['namespace'];
  if (marked) metadata['annotations'] = { ...annotations, [inventoryAnnotation]: inventoryName };
  return { ...object, metadata };
}

type Action = 'created' | 'configured' | 'unchanged' | 'deleted';

interface Change {
  readonly action: Action;
  readonly object: KubeManifest;
  /** The object as it was; absent: there was none, or it has to be made anew. */
  readonly existing?: KubeManifest;
  readonly diff: string;
}

class ManifestSync {
  readonly #target: UpgradeTarget;
  readonly #resources: KubeResources;
  readonly #writer: ManifestWriter;
  readonly #withInventory: boolean;

  constructor(target: UpgradeTarget, resources: KubeResources, withInventory: boolean) {
    this.#target = target;
    this.#resources = resources;
    this.#writer = withInventory ? new ApplyingWriter(resources) : new ReplacingWriter(resources);
    this.#withInventory = withInventory;
  }

  /** Says what would change. */
  async show(objects: readonly KubeManifest[]): Promise<readonly KubeManifest[]> {
    const { noPrune, policy } = this.#target.settings.manifests;
    const inventory = await Inventory.read(this.#resources);
    if (this.#withInventory && !noPrune) {
      for (const reference of inventory.without(objects)) {
        const object = await this.#resources.find(reference);
        if (object === undefined) continue;
        requireOwnership(object, policy);
        await this.#say('Pruned', object, manifestDiff(object, undefined));
      }
    }
    for (const object of objects) {
      const { action, diff } = await this.#retried(() => this.#plan(object));
      await this.#say(action, object, diff);
    }
    return [];
  }

  /** Changes what has to be changed, and gives those objects. */
  async apply(objects: readonly KubeManifest[]): Promise<readonly KubeManifest[]> {
    const inventory = await Inventory.read(this.#resources);
    const changed: KubeManifest[] = [];
    try {
      for (const stage of [objects.filter(isDefinition), objects.filter((object) => !isDefinition(object))]) {
        for (const object of stage) {
          const { action, diff } = await this.#retried(() => this.#change(object));
          inventory.add(object);
          if (action === 'unchanged') {
            await this.#target.log(` > skipped ${pathOf(object)}: no changes`);
            continue;
          }
          changed.push(object);
          await this.#say(action, object, diff);
        }
        // Kinds that have been defined just now can be used by the objects that follow.
        await untilReady(this.#target, this.#resources, changed.filter(isDefinition));
        this.#resources.forget();
      }
    } finally {
      // What was made is written down even where the rest failed.
      if (this.#withInventory) await inventory.write();
    }
    if (this.#withInventory && !this.#target.settings.manifests.noPrune) await this.#prune(inventory, objects);
    return changed;
  }

  async #prune(inventory: Inventory, objects: readonly KubeManifest[]): Promise<void> {
    for (const reference of inventory.without(objects)) {
      const object = await this.#resources.find(reference);
      if (object !== undefined) {
        requireOwnership(object, this.#target.settings.manifests.policy);
        await this.#resources.delete(object);
        await this.#say('deleted', object, manifestDiff(object, undefined));
      }
      inventory.remove(reference);
    }
    await inventory.write();
  }

  async #change(object: KubeManifest): Promise<Change> {
    const plan = await this.#plan(object);
    if (plan.action === 'unchanged') return plan;
    try {
      await this.#writer.write(object, plan.existing, false);
    } catch (error) {
      if (!isImmutable(error)) throw error;
      await this.#recreate(object, error);
    }
    return plan;
  }

  async #recreate(object: KubeManifest, cause: KubeError): Promise<void> {
    if (!this.#target.settings.manifests.force) throw immutable(object, cause);
    await this.#resources.delete(object);
    const { clock, signal } = this.#target;
    const { reconcileTimeout } = this.#target.settings.manifests;
    const gone = async () =>
      (await this.#resources.read(object)) === undefined ? reached : notYet('it is there still');
    const what = `the end of the old ${pathOf(object)}`;
    await waitFor({ clock, signal }, what, reconcileTimeout || 60_000, gone, async () => undefined);
    await this.#writer.write(object, undefined, false);
  }

  /** What applying the object would do. */
  async #plan(object: KubeManifest): Promise<Change> {
    const { policy, force } = this.#target.settings.manifests;
    const existing = await this.#resources.read(object);
    let future: KubeManifest;
    try {
      future = await this.#writer.write(object, existing, true);
    } catch (error) {
      if (existing === undefined && isMissingPlace(error)) return created(object);
      if (!isImmutable(error)) throw error;
      if (!force) throw immutable(object, error);
      return { ...created(object), ...(existing === undefined ? {} : { existing }) };
    }
    if (existing === undefined || versionOf(future) === '') return created(object);
    if (!hasDrifted(existing, future)) return { action: 'unchanged', object, diff: '' };
    if (this.#withInventory) requireOwnership(existing, policy);
    return { action: 'configured', object, existing, diff: manifestDiff(existing, future) };
  }

  async #say(action: string, object: KubeManifest, diff: string): Promise<void> {
    await this.#target.log(` < ${action} ${pathOf(object)}`);
    if (diff !== '') await this.#target.log(diff);
  }

  /** Tries again where the server is in trouble just now, or the object was changed meanwhile. */
  async #retried<T>(ask: () => Promise<T>): Promise<T> {
    const { clock, signal } = this.#target;
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask();
      } catch (error) {
        if (!(mayPass(error) || isOvertaken(error)) || attempt === attempts) throw error;
        await clock.sleep(retryTime, signal);
      }
    }
  }
}

function created(object: KubeManifest): Change {
  return { action: 'created', object, diff: manifestDiff(undefined, object) };
}

/** What others build upon: kinds, namespaces, roles of the cluster. */
function isDefinition(object: KubeManifest): boolean {
  return (
    (object.kind === 'Namespace' && groupOf(object) === '') ||
    object.kind === 'CustomResourceDefinition' ||
    object.kind === 'ClusterRole'
  );
}

/** The namespace or the kind of an object is not there yet: it is made in the same go. */
function isMissingPlace(error: unknown): boolean {
  return isNotFound(error) || error instanceof UnknownKindError;
}

/** Somebody else has changed the object meanwhile. */
function isOvertaken(error: unknown): boolean {
  return error instanceof KubeError && error.reason === 'Conflict';
}

function isImmutable(error: unknown): error is KubeError {
  return error instanceof KubeError && error.code === 422 && /immutable/i.test(error.message);
}

function immutable(object: KubeManifest, cause: KubeError): TalosctlError {
  return new TalosctlError(`${pathOf(object)} cannot be changed in place: ${cause.message}`, {
    cause,
    hint: '--manifests-force makes it anew',
  });
}

async function untilReady(
  target: UpgradeTarget,
  resources: KubeResources,
  objects: readonly KubeManifest[],
): Promise<void> {
  const { reconcileTimeout } = target.settings.manifests;
  for (const object of objects) {
    await waitFor(
      target,
      `${pathOf(object)} as it should be`,
      reconcileTimeout || 60_000,
      async () => {
        const found = await resources.read(object);
        const reason =
          found === undefined
            ? 'it is not there'
            : unreadyReason({ ...found, apiVersion: object.apiVersion, kind: object.kind });
        return reason === undefined ? reached : notYet(reason);
      },
      (reason) => target.log(` > ${pathOf(object)}: ${reason}`),
    );
  }
}
