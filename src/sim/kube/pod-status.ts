import type { Pod } from '../machine/pods.js';
import { imageExists } from '../registry.js';
import type { KubeMachine } from './machine-view.js';
import { asList, asMap, asText, at, type JsonMap, type KubeObject } from './object.js';
import { seconds } from './store.js';

/** The first image of a pod that no registry has. */
export function missingImage(pod: KubeObject): string | undefined {
  return asList(at(pod, 'spec', 'containers'))
    .map((container) => asText(at(container, 'image')))
    .find((image) => !imageExists(image));
}

const conditionTypes = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

/** The pod with the status that its kubelet gives. */
export function podStatus(
  pod: KubeObject,
  { address }: KubeMachine,
  running: Pod | undefined,
  ready: boolean,
  missing: string | undefined,
  now: Date,
): KubeObject {
  const before = asMap(pod['status']);
  const startTime = asText(before['startTime']) || seconds(now);
  const conditions = conditionTypes.map((type) => {
    const value = ready || !['Ready', 'ContainersReady'].includes(type) ? 'True' : 'False';
    const old = asMap(asList(before['conditions']).find((item) => asMap(item)['type'] === type));
    const since = old['status'] === value ? (old['lastTransitionTime'] ?? null) : seconds(now);
    return { lastProbeTime: null, lastTransitionTime: since, status: value, type };
  });
  const podIP = running?.address ?? address;
  return {
    ...pod,
    status: {
      phase: missing === undefined ? 'Running' : 'Pending',
      conditions,
      containerStatuses: asList(at(pod, 'spec', 'containers')).map((container) =>
        containerStatus(asMap(container), running, ready, missing, startTime),
      ),
      hostIP: address,
      hostIPs: [{ ip: address }],
      podIP,
      podIPs: [{ ip: podIP }],
      qosClass: running?.quality === 'besteffort' ? 'BestEffort' : 'Burstable',
      startTime,
    },
  };
}

function containerStatus(
  container: JsonMap,
  running: Pod | undefined,
  ready: boolean,
  missing: string | undefined,
  startedAt: string,
): JsonMap {
  const name = asText(container['name']);
  const image = asText(container['image']);
  const id = running?.containers.find((candidate) => candidate.name === name)?.id;
  const state: JsonMap =
    missing === image
      ? { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image ${JSON.stringify(image)}` } }
      : { running: { startedAt } };
  return {
    ...(id === undefined || missing === image ? {} : { containerID: `containerd://${id}` }),
    image,
    imageID: image,
    lastState: {},
    name,
    ready,
    restartCount: 0,
    started: missing !== image,
    state,
  };
}
