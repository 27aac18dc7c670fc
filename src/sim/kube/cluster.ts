import type { Pace } from '../machine/pace.js';
import type { ScheduledPod } from '../machine/pods.js';
import { applyObject } from './apply.js';
import { KubeletEvents } from './events.js';
import { recordInventory } from './inventory.js';
import { renewLease } from './lease.js';
import type { KubeMachine } from './machine-view.js';
import { mirrorPods } from './mirror-pods.js';
import { nodeObject, unknownNode } from './node-object.js';
import {
  annotationsOf,
  asMap,
  asText,
  at,
  type Json,
  type KubeObject,
  labelsOf,
  nameOf,
  namespaceOf,
  uidOf,
  withMeta,
} from './object.js';
import { nodeOf, placePods, removePod, scheduledOn } from './placing.js';
import { missingImage, podStatus } from './pod-status.js';
import { KubeStore, type StoreContent, seconds } from './store.js';
import { builtIn, builtInTypes } from './types.js';
import { updateWorkloadStatuses } from './workload-status.js';

/** What a cluster's Kubernetes looks at. */
export interface KubeSurroundings {
  readonly pace: Pace;
  readonly now: () => Date;
  /** The machines of the cluster that are on. */
  machines(): readonly KubeMachine[];
  /** Objects that the control plane sees to on its own; empty while no API server answers. */
  manifests(): readonly Json[];
  /** What `save` was given last. */
  readonly saved?: Buffer | undefined;
  /** Keeps the objects. */
  readonly save?: (objects: Buffer) => void;
  /** Ends with the cluster. */
  readonly signal: AbortSignal;
}

const nodes = builtIn('nodes');
const pods = builtIn('pods');
const namespaces = builtIn('namespaces');
const initialNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Milliseconds until a container serves, until a pod that was told to go has gone, until a silent node counts as lost. */
const readyTime = 900;
const terminationTime = 600;
const graceTime = 4000;
/** Milliseconds for which changes are gathered before they are saved. */
const saveDelay = 500;
/** Between reconciliations there is a pause of this many times what one takes. */
const pauseShare = 4;

/**
 * The Kubernetes of a cluster: the objects that its API serves, and what controllers, scheduler and kubelets make of
 * them. It follows the machines: `reconcile` brings the objects in line with what they are now.
 */
export class KubeCluster {
  readonly store: KubeStore;
  readonly #around: KubeSurroundings;
  readonly #events: KubeletEvents;
  /** Pods by uid whose containers are on their way, or run. */
  readonly #containers = new Map<string, 'starting' | 'running'>();
  readonly #silent = new Map<string, 'short' | 'long'>();
  readonly #cordoned = new Set<string>();
  #manifestsApplied = '';
  #busy = false;
  #planned: NodeJS.Timeout | undefined;
  /** Runs while there are changes that are not saved. */
  #unsaved: NodeJS.Timeout | undefined;
  #ended = false;
  /** Milliseconds that the last reconciliation took. */
  #effort = 0;

  constructor(around: KubeSurroundings) {
    this.#around = around;
    const { saved } = around;
    this.store = new KubeStore(
      around.now,
      saved === undefined ? undefined : (JSON.parse(saved.toString('utf8')) as StoreContent),
    );
    this.store.watch(() => this.#saveLater());
    this.#events = new KubeletEvents(this.store, around.now);
    around.signal.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** Ends it without keeping its objects: another one takes its place. */
  end(): void {
    clearTimeout(this.#unsaved);
    this.#unsaved = undefined;
    this.#ended = true;
  }

  get now(): Date {
    return this.#around.now();
  }

  /** Brings the objects in line in a moment, later in a cluster so large that it takes long. */
  touch(): void {
    if (this.#around.signal.aborted) return;
    this.#planned ??= setTimeout(() => {
      this.#planned = undefined;
      const began = performance.now();
      this.reconcile();
      this.#effort = performance.now() - began;
    }, pauseShare * this.#effort);
  }

  reconcile(): void {
    if (this.#busy || this.#around.signal.aborted) return;
    this.#busy = true;
    try {
      const machines = this.#around.machines();
      const manifests = this.#around.manifests();
      if (manifests.length === 0 && this.#manifestsApplied === '') return;
      this.#makeNamespaces();
      this.#followNodes(machines);
      this.#applyManifests(manifests);
      mirrorPods(this.store, machines);
      placePods(this.store);
      this.#followPods(machines);
      updateWorkloadStatuses(this.store);
      this.#events.prune();
    } finally {
      this.#busy = false;
    }
  }

  /** The machine that a pod is on, while its kubelet answers. */
  machineOf(pod: KubeObject): KubeMachine | undefined {
    return this.#around.machines().find(({ nodename, kubeletUp }) => kubeletUp && nodename === nodeOf(pod));
  }

  scheduledOn(nodename: string): readonly ScheduledPod[] {
    return scheduledOn(this.store, nodename);
  }

  isCordoned(nodename: string): boolean {
    return at(this.store.get(nodes, '', nodename), 'spec', 'unschedulable') === true;
  }

  podsOn(nodename: string): readonly KubeObject[] {
    return this.store.list(pods).filter((pod) => nodeOf(pod) === nodename);
  }

  /** Tells a pod to go. Its kubelet ends it; without one it stays as it is, unless it is taken away at once. */
  terminate(pod: KubeObject, atOnce: boolean): KubeObject {
    if (atOnce || nodeOf(pod) === '') {
      removePod(this.store, pod);
      return pod;
    }
    if (pod.metadata['deletionTimestamp'] !== undefined) return pod;
    const going = this.store.put(
      pods,
      withMeta(pod, { deletionTimestamp: seconds(this.now), deletionGracePeriodSeconds: 30 }),
    );
    this.touch();
    return going;
  }

  #makeNamespaces(): void {
    const bare = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const missing = initialNamespaces.filter((name) => this.store.get(namespaces, '', name) === undefined);
    for (const namespace of [...missing.map(bare), ...this.store.list(namespaces)]) {
      if (namespace['status'] !== undefined) continue;
      const labels = { ...labelsOf(namespace), 'kubernetes.io/metadata.name': nameOf(namespace) };
      const spec = { finalizers: ['kubernetes'] };
      this.store.put(namespaces, { ...withMeta(namespace, { labels }), spec, status: { phase: 'Active' } });
    }
  }

  #followNodes(machines: readonly KubeMachine[]): void {
    const alive = machines.filter(({ kubeletUp }) => kubeletUp);
    for (const machine of alive) {
      this.#silent.delete(machine.nodename);
      const before = this.store.get(nodes, '', machine.nodename);
      const after = this.store.put(nodes, nodeObject(machine, before, this.now));
      this.#events.nodeChanged(before, after);
      this.#tellCordon(machine);
      renewLease(this.store, machine.nodename, this.now);
    }
    for (const node of this.store.list(nodes)) {
      const name = nameOf(node);
      if (alive.some(({ nodename }) => nodename === name)) continue;
      if (this.#silent.get(name) === undefined) {
        this.#silent.set(name, 'short');
        this.#later(graceTime, () => {
          if (this.#silent.has(name)) this.#silent.set(name, 'long');
        });
      }
      if (this.#silent.get(name) !== 'long') continue;
      this.#events.nodeChanged(node, this.store.put(nodes, unknownNode(node, this.now)));
    }
  }

  /** A machine shows how its Node object is. */
  #tellCordon({ nodename, nodeChanged }: KubeMachine): void {
    const cordoned = this.isCordoned(nodename);
    if (this.#cordoned.has(nodename) === cordoned) return;
    if (cordoned) this.#cordoned.add(nodename);
    else this.#cordoned.delete(nodename);
    nodeChanged();
  }

  /** As the nodes do it: what is not there yet is made, what is there stays as it is. */
  #applyManifests(manifests: readonly Json[]): void {
    const text = JSON.stringify(manifests);
    if (manifests.length === 0 || text === this.#manifestsApplied) return;
    this.#manifestsApplied = text;
    const objects = manifests.map(asMap).flatMap((object) => {
      const type = builtInTypes.find(({ kind }) => kind === object['kind']);
      if (type === undefined) return [];
      const metadata = asMap(object['metadata']);
      const namespace = type.namespaced ? asText(metadata['namespace']) || 'default' : '';
      return [{ type, object, namespace, name: asText(metadata['name']) }];
    });
    for (const { type, object, namespace, name } of objects) {
      if (this.store.get(type, namespace, name) !== undefined) continue;
      this.store.put(
        type,
        applyObject({ type, namespace, name, manager: 'talos', old: undefined, applied: owned(object), now: this.now }),
      );
    }
    recordInventory(this.store, objects);
  }

  #followPods(machines: readonly KubeMachine[]): void {
    const existing = new Set<string>();
    for (const machine of machines) {
      if (!machine.kubeletUp) continue;
      const running = machine.pods();
      for (const pod of this.store.list(pods)) {
        if (nodeOf(pod) !== machine.nodename) continue;
        if (pod.metadata['deletionTimestamp'] !== undefined) {
          this.#end(pod);
          continue;
        }
        existing.add(uidOf(pod));
        const found = running.find(({ namespace, name }) => namespace === namespaceOf(pod) && name === nameOf(pod));
        const missing = missingImage(pod);
        const state = missing === undefined ? this.#containerState(uidOf(pod)) : 'starting';
        const after = this.store.put(pods, podStatus(pod, machine, found, state === 'running', missing, this.now));
        this.#events.podChanged(pod, after);
      }
    }
    const lost = new Set([...this.#silent].flatMap(([name, since]) => (since === 'long' ? [name] : [])));
    for (const pod of this.store.list(pods)) {
      if (lost.has(nodeOf(pod))) this.store.put(pods, unreadyPod(pod));
    }
    for (const uid of this.#containers.keys()) {
      if (!existing.has(uid) && !this.store.list(pods).some((pod) => uidOf(pod) === uid)) this.#containers.delete(uid);
    }
  }

  #containerState(uid: string): 'starting' | 'running' {
    const known = this.#containers.get(uid);
    if (known !== undefined) return known;
    this.#containers.set(uid, 'starting');
    this.#later(readyTime, () => this.#containers.set(uid, 'running'));
    return 'starting';
  }

  readonly #ending = new Set<string>();

  #end(pod: KubeObject): void {
    const uid = uidOf(pod);
    if (this.#ending.has(uid)) return;
    this.#ending.add(uid);
    this.#events.podEnds(pod);
    this.#later(terminationTime, () => {
      this.#ending.delete(uid);
      const now = this.store.get(pods, namespaceOf(pod), nameOf(pod));
      if (now !== undefined && uidOf(now) === uid) removePod(this.store, now);
    });
  }

  #stop(): void {
    clearTimeout(this.#planned);
    if (this.#unsaved !== undefined) this.#save();
  }

  #saveLater(): void {
    if (this.#ended) return;
    this.#unsaved ??= setTimeout(() => this.#save(), saveDelay);
  }

  #save(): void {
    clearTimeout(this.#unsaved);
    this.#unsaved = undefined;
    this.#around.save?.(Buffer.from(JSON.stringify(this.store.content())));
  }

  #later(milliseconds: number, act: () => void): void {
    const { pace, signal } = this.#around;
    pace.wait(milliseconds, signal).then(
      () => {
        act();
        this.touch();
      },
      () => undefined,
    );
  }
}

function owned(object: { readonly [key: string]: Json }): KubeObject {
  const whole = object as KubeObject;
  const annotations = {
    ...annotationsOf(whole),
    'config.k8s.io/owning-inventory': 'talos-bootstrap-manifests-inventory',
  };
  return withMeta(whole, { annotations });
}

function unreadyPod(pod: KubeObject): KubeObject {
  const status = asMap(pod['status']);
  const conditions = (Array.isArray(status['conditions']) ? (status['conditions'] as readonly Json[]) : []).map(
    (item) => {
      const condition = asMap(item);
      return condition['type'] === 'Ready' ? { ...condition, status: 'False' } : condition;
    },
  );
  return { ...pod, status: { ...status, conditions } };
}
