import type { KubeApi, KubeCallOptions } from './api/api.js';
import { type KubeNode, readNode } from './api/objects.js';

/**
 * Who keeps new pods from a node: nobody, this client (in this run or an earlier one), or someone else, whose cordon is
 * left alone.
 */
export type Cordon = 'none' | 'ours' | 'foreign';

/** The annotation of nodes that this client has cordoned. Talos has its own, and takes such cordons back by itself. */
const mark = 'talosctl/cordoned';
/** As whom this client stands among those that have written an object. */
const fieldManager = 'talosctl';

export function cordonOf({ metadata, spec }: KubeNode): Cordon {
  if (spec?.unschedulable !== true) return 'none';
  // The mark outlives a cordon that someone took off and set again.
  const others = (metadata?.managedFields ?? []).filter(({ manager }) => manager !== fieldManager);
  const another = others.some(({ fieldsV1 }) => holdsSchedulability(fieldsV1));
  return metadata?.annotations?.[mark] !== undefined && !another ? 'ours' : 'foreign';
}

function holdsSchedulability(fields: object | undefined): boolean {
  const { 'f:spec': spec = {} } = (fields ?? {}) as { readonly 'f:spec'?: object };
  return 'f:unschedulable' in spec;
}

/** Keeps new pods from a node. Gives whose cordon it is: someone else's where it was cordoned before. */
export async function cordonNode(api: KubeApi, nodeName: string, options: KubeCallOptions = {}): Promise<Cordon> {
  const found = cordonOf(await readNode(api, nodeName, options));
  if (found !== 'none') return found;
  await setCordon(api, nodeName, true, options);
  return 'ours';
}

/** Lets pods come to a node again, unless someone else keeps them from it. Gives whose cordon it was. */
export async function uncordonNode(api: KubeApi, nodeName: string, options: KubeCallOptions = {}): Promise<Cordon> {
  const found = cordonOf(await readNode(api, nodeName, options));
  if (found === 'ours') await setCordon(api, nodeName, false, options);
  return found;
}

async function setCordon(api: KubeApi, nodeName: string, cordoned: boolean, options: KubeCallOptions): Promise<void> {
  const value = cordoned || null;
  await api.send(
    {
      method: 'PATCH',
      path: `/api/v1/nodes/${encodeURIComponent(nodeName)}`,
      query: { fieldManager },
      contentType: 'application/strategic-merge-patch+json',
      body: {
        metadata: { annotations: { [mark]: value === null ? null : String(value) } },
        spec: { unschedulable: value },
      },
    },
    options,
  );
}
