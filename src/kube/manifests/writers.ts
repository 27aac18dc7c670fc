import { annotationsOf, type KubeJson, type KubeManifest, versionOf } from './manifest.js';
import type { KubeResources } from './resources.js';

/** How a manifest gets into the cluster. */
export interface ManifestWriter {
  /**
   * Brings an object in line with its manifest.
   * @param existing the object as it is now; undefined: there is none
   * @param dryRun whether nothing is changed
   * @returns what it has become, or would become
   */
  write(manifest: KubeManifest, existing: KubeManifest | undefined, dryRun: boolean): Promise<KubeManifest>;
}

const manager = 'talos';

/** Applies on the server's side, as nodes do since Talos 1.13: what the manifest does not speak of stays. */
export class ApplyingWriter implements ManifestWriter {
  readonly #resources: KubeResources;

  constructor(resources: KubeResources) {
    this.#resources = resources;
  }

  write(manifest: KubeManifest, _existing: KubeManifest | undefined, dryRun: boolean): Promise<KubeManifest> {
    return this.#resources.apply(manifest, manager, dryRun);
  }
}

/**
 * Creates or replaces, as it is done for nodes before Talos 1.13. They make objects without saying which fields are
 * theirs, so that applying would never take a field away. What Kubernetes itself keeps on an object stays.
 */
export class ReplacingWriter implements ManifestWriter {
  readonly #resources: KubeResources;

  constructor(resources: KubeResources) {
    this.#resources = resources;
  }

  async write(manifest: KubeManifest, existing: KubeManifest | undefined, dryRun: boolean): Promise<KubeManifest> {
    if (existing !== undefined) return this.#resources.replace(keeping(manifest, existing), dryRun);
    return dryRun ? manifest : this.#resources.create(manifest);
  }
}

function keeping(manifest: KubeManifest, existing: KubeManifest): KubeManifest {
  const kept = Object.entries(annotationsOf(existing)).filter(([name]) => name.includes('kubernetes.io/'));
  const annotations = { ...Object.fromEntries(kept), ...annotationsOf(manifest) };
  const { finalizers, ownerReferences } = existing.metadata;
  const metadata: Readonly<Record<string, KubeJson | undefined>> = {
    finalizers,
    ownerReferences,
    ...manifest.metadata,
    annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
    resourceVersion: versionOf(existing),
  };
  const present = Object.entries(metadata).filter((entry): entry is [string, KubeJson] => entry[1] !== undefined);
  return {
    ...(existing['status'] === undefined ? {} : { status: existing['status'] }),
    // The tokens of a ServiceAccount are not its manifest's.
    ...(manifest.kind === 'ServiceAccount' && existing['secrets'] !== undefined
      ? { secrets: existing['secrets'] }
      : {}),
    ...manifest,
    metadata: Object.fromEntries(present),
  };
}
