import type { KubeMachine, StaticPod } from './machine-view.js';
import { contentHash } from './names.js';
import { annotationsOf, asMap, asText, type KubeObject, nameOf, namespaceOf } from './object.js';
import { mirrorAnnotation, nodeOf, removePod } from './placing.js';
import type { KubeStore } from './store.js';
import { builtIn } from './types.js';

const pods = builtIn('pods');

/** Shows the static pods of nodes in the API. A node that is down keeps what it had. */
export function mirrorPods(store: KubeStore, machines: readonly KubeMachine[]): void {
  for (const machine of machines) {
    if (!machine.kubeletUp) continue;
    const wanted = machine.staticPods.map((staticPod) => mirrorPod(machine, staticPod));
    for (const pod of store.list(pods)) {
      const isMirror = annotationsOf(pod)[mirrorAnnotation] !== undefined && nodeOf(pod) === machine.nodename;
      if (isMirror && !wanted.some((other) => isSame(pod, other))) removePod(store, pod);
    }
    for (const pod of wanted) {
      if (store.get(pods, namespaceOf(pod), nameOf(pod)) === undefined) store.put(pods, pod);
    }
  }
}

function isSame(pod: KubeObject, other: KubeObject): boolean {
  return (
    nameOf(pod) === nameOf(other) &&
    namespaceOf(pod) === namespaceOf(other) &&
    annotationsOf(pod)[mirrorAnnotation] === annotationsOf(other)[mirrorAnnotation]
  );
}

/** A changed manifest gives another pod of the same name. */
function mirrorPod({ nodename }: KubeMachine, { manifest, configVersion }: StaticPod): KubeObject {
  const metadata = asMap(manifest['metadata']);
  const hash = contentHash([manifest, configVersion]);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${asText(metadata['name'])}-${nodename}`,
      namespace: asText(metadata['namespace']) || 'default',
      labels: asMap(metadata['labels']),
      annotations: {
        ...asMap(metadata['annotations']),
        ...(configVersion === '' ? {} : { 'talos.dev/config-version': configVersion }),
        'kubernetes.io/config.hash': hash,
        [mirrorAnnotation]: hash,
        'kubernetes.io/config.source': 'http',
      },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: nodename, uid: nodename, controller: true }],
    },
    spec: { ...asMap(manifest['spec']), nodeName: nodename },
    status: { phase: 'Pending' },
  };
}
