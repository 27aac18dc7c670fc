import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { CertificateAndKey } from '../pki/issue.js';
import { type KeptClusters, MemoryClusters } from './kept.js';
import { KubeCluster } from './kube/cluster.js';
import { kubeMachine, manifestObjects } from './kube/machine-view.js';
import type { DiskStore } from './machine/disk.js';
import type { EtcdPeer } from './machine/etcd.js';
import { EtcdState } from './machine/etcd-state.js';
import { Machine, type MachineIdentity, type Neighbours } from './machine/machine.js';
import { Pace } from './machine/pace.js';
import { RefreshQueue } from './machine/refresh-queue.js';
import type { Runtime } from './machine/runtime.js';
import { isStreamed, methodsOf } from './methods/index.js';
import { Derivation } from './resources/derive.js';
import { MemberResources } from './resources/member-resources.js';
import type { RawHandler } from './rpc/handler.js';
import { Code, StatusError } from './rpc/status.js';
import type { SimMemberFacts, SimNodeFacts, SimResource } from './types.js';

export interface SimMachine {
  readonly identity: MachineIdentity;
  readonly disk: DiskStore;
}

export interface SimClusterOptions {
  readonly machines: readonly SimMachine[];
  /** 1 for the pace of a quick machine, less for quicker. */
  readonly timeScale?: number;
  readonly now?: () => Date;
  /** What etcd keeps beyond the life of the process; as long as the process unless given. */
  readonly kept?: KeptClusters;
  /** Told about a defect of the simulation itself. */
  readonly onFault: (machine: string, error: unknown) => void;
}

/** Machines that reach each other: what one node knows of the rest goes through here. */
export class SimCluster implements Neighbours {
  readonly refreshes = new RefreshQueue();
  readonly machines: readonly Machine[];
  readonly #etcdStates = new Map<string, EtcdState>();
  readonly #kubernetes = new Map<string, KubeCluster>();
  readonly #pace: Pace;
  readonly #now: () => Date;
  readonly #kept: KeptClusters;
  readonly #stopped = new AbortController();
  readonly #memberResources = new MemberResources();
  /** What every machine asks for, until something changes. */
  readonly #runtimesOf = new Map<string, readonly Runtime[]>();
  readonly #membersOf = new Map<string, readonly SimMemberFacts[]>();
  readonly #lastMembers = new Map<string, SimMemberFacts>();
  /** Cluster ids by node id. */
  readonly #lastClusters = new Map<string, string>();

  constructor({
    machines,
    timeScale,
    now = () => new Date(),
    kept = new MemoryClusters(),
    onFault,
  }: SimClusterOptions) {
    const pace = new Pace(timeScale);
    this.#pace = pace;
    // Everything that takes time in any of the clusters listens.
    setMaxListeners(0, this.#stopped.signal);
    this.#now = now;
    this.#kept = kept;
    this.machines = machines.map(
      ({ identity, disk }) =>
        new Machine(
          {
            identity,
            disk,
            pace,
            now,
            neighbours: this,
            derivation: () => this.#derivation(),
            methods: methodsOf,
            isStreamed,
          },
          (error) => onFault(identity.name, error),
        ),
    );
  }

  powerOn(): void {
    for (const machine of this.machines) machine.powerOn();
  }

  /** Ends everything: no timer, connection or listener is left. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('the cluster has ended'));
    await Promise.all(this.machines.map((machine) => machine.cut()));
  }

  find(name: string): Machine | undefined {
    return this.machines.find(
      ({ identity, runtime }) => identity.name === name || identity.address === name || runtime?.hostname === name,
    );
  }

  members(clusterId: string): readonly SimMemberFacts[] {
    const known = this.#membersOf.get(clusterId);
    if (known !== undefined) return known;
    const here = new Set(this.#configured(clusterId));
    const members = this.machines.flatMap((machine): readonly SimMemberFacts[] => {
      const { runtime } = machine;
      if (runtime === undefined || !here.has(runtime)) return this.#absent(machine, clusterId);
      const view = runtime.configuration.active?.view;
      if (view?.discovery !== true) return [];
      const facts = this.#asBefore({
        nodeId: machine.identity.nodeId,
        hostname: runtime.hostname,
        machineType: runtime.isControlPlane ? 'controlplane' : 'worker',
        addresses: [machine.identity.address],
        operatingSystem: `Talos (${runtime.system.version})`,
      });
      this.#lastClusters.set(facts.nodeId, clusterId);
      return [facts];
    });
    this.#membersOf.set(clusterId, members);
    return members;
  }

  /** What discovery still tells of a machine that is down: it forgets one that was reset, others much later. */
  #absent({ identity, disk, runtime }: Machine, clusterId: string): readonly SimMemberFacts[] {
    const last = this.#lastMembers.get(identity.nodeId);
    const isDown = runtime?.complete !== true;
    if (last === undefined || !isDown || this.#lastClusters.get(identity.nodeId) !== clusterId) return [];
    return disk.read().configText === undefined ? [] : [last];
  }

  /** The same object for equal facts, so that nobody has to look closer. */
  #asBefore(facts: SimMemberFacts): SimMemberFacts {
    const last = this.#lastMembers.get(facts.nodeId);
    if (last !== undefined && isDeepStrictEqual(last, facts)) return last;
    this.#lastMembers.set(facts.nodeId, facts);
    return facts;
  }

  authority(certificates: readonly string[], token: string): CertificateAndKey | undefined {
    for (const { runtime } of this.machines) {
      const view = runtime?.isControlPlane === true ? runtime.configuration.active?.view : undefined;
      const authority = view?.authority('machine.ca');
      if (
        authority !== undefined &&
        authority.key !== '' &&
        certificates.includes(authority.crt) &&
        view?.machineToken === token
      ) {
        return authority;
      }
    }
    return undefined;
  }

  etcdRuns(clusterId: string): boolean {
    return this.#configured(clusterId).some((runtime) => runtime.services.find('etcd')?.up === true);
  }

  etcdPeers(clusterId: string): readonly EtcdPeer[] {
    return this.#etcdMachines(clusterId).map(({ machine, id }) => ({
      id,
      hostname: machine.runtime?.hostname ?? machine.identity.name,
      address: machine.identity.address,
      up: machine.runtime?.services.find('etcd')?.up === true,
    }));
  }

  etcdState(clusterId: string): EtcdState {
    const known = this.#etcdStates.get(clusterId);
    if (known !== undefined) return known;
    const state = new EtcdState(this.#kept.read(clusterId, 'recovered.db'), (recovered) =>
      this.#kept.write(clusterId, 'recovered.db', recovered),
    );
    this.#etcdStates.set(clusterId, state);
    return state;
  }

  removeEtcdMember(clusterId: string, id: bigint): void {
    const found = this.#etcdMachines(clusterId).find((candidate) => candidate.id === id);
    const membership = found?.machine.disk.read().etcd;
    if (found === undefined || membership === undefined) return;
    found.machine.updateDisk({ etcd: { ...membership, removed: true } });
    found.machine.runtime?.services.find('etcd')?.kill();
    for (const { runtime } of this.machines) runtime?.changed();
  }

  /** The machines whose disk holds a member of the cluster's etcd. */
  #etcdMachines(clusterId: string): readonly { readonly machine: Machine; readonly id: bigint }[] {
    return this.machines.flatMap((machine) => {
      const { etcd } = machine.disk.read();
      if (etcd === undefined || etcd.clusterId !== clusterId || etcd.removed === true) return [];
      return [{ machine, id: BigInt(`0x${etcd.memberId}`) }];
    });
  }

  kubernetesUp(clusterId: string): boolean {
    return this.#configured(clusterId).some((runtime) => runtime.kubernetesUp);
  }

  kubernetes(clusterId: string): KubeCluster {
    const known = this.#kubernetes.get(clusterId);
    if (known !== undefined) return known;
    const cluster = new KubeCluster({
      pace: this.#pace,
      now: this.#now,
      machines: () => this.#configured(clusterId).map(kubeMachine),
      manifests: () => {
        const controlPlane = this.#configured(clusterId).find((runtime) => runtime.kubernetesUp);
        return controlPlane === undefined ? [] : manifestObjects(controlPlane);
      },
      saved: this.#kept.read(clusterId, 'objects.json'),
      save: (objects) => this.#kept.write(clusterId, 'objects.json', objects),
      signal: this.#stopped.signal,
    });
    this.#kubernetes.set(clusterId, cluster);
    return cluster;
  }

  newKubernetes(clusterId: string): void {
    this.#kubernetes.get(clusterId)?.end();
    this.#kubernetes.delete(clusterId);
    this.#kept.write(clusterId, 'objects.json', undefined);
  }

  reach(from: Runtime, target: string): RawHandler {
    const isAddress = isIP(target) !== 0;
    const machine = this.machines.find(({ identity, runtime }) =>
      isAddress ? identity.address === target : runtime?.hostname === target || identity.name === target,
    );
    if (machine === undefined) {
      throw new StatusError(
        Code.unavailable,
        isAddress ? dialFailure(target, 'no route to host') : 'name resolver error: produced zero addresses',
      );
    }
    const { runtime } = machine;
    if (runtime?.reachable !== true) {
      throw new StatusError(Code.unavailable, dialFailure(machine.identity.address, 'connection refused'));
    }
    if (!runtime.complete || !trusts(runtime, from) || !trusts(from, runtime)) {
      throw new StatusError(
        Code.unavailable,
        'connection error: desc = "transport: authentication handshake failed: tls: failed to verify certificate: ' +
          'x509: certificate signed by unknown authority"',
      );
    }
    return lasting(runtime);
  }

  changed(by: Machine): void {
    this.#runtimesOf.clear();
    this.#membersOf.clear();
    for (const machine of this.machines) if (machine !== by) machine.runtime?.changed();
  }

  /** Machines that are on and configured for the cluster. */
  #configured(clusterId: string): readonly Runtime[] {
    if (clusterId === '') return [];
    const known = this.#runtimesOf.get(clusterId);
    if (known !== undefined) return known;
    const runtimes = this.machines.flatMap(({ runtime }) =>
      runtime?.complete === true && runtime.configuration.active?.view.clusterId === clusterId ? [runtime] : [],
    );
    this.#runtimesOf.set(clusterId, runtimes);
    return runtimes;
  }

  #derivation(): (facts: SimNodeFacts) => readonly SimResource[] {
    const derivation = new Derivation({ members: this.#memberResources });
    return (facts) => derivation.derive(facts);
  }
}

/** Whether a machine takes what the other's authority has signed. */
function trusts({ configuration }: Runtime, other: Runtime): boolean {
  const view = configuration.active?.view;
  const signer = other.configuration.active?.view.authority('machine.ca').crt;
  return signer !== undefined && [view?.authority('machine.ca').crt, ...(view?.acceptedCas ?? [])].includes(signer);
}

function dialFailure(address: string, reason: string): string {
  return `connection error: desc = "transport: Error while dialing: dial tcp ${address}:50000: connect: ${reason}"`;
}

/** The methods of a machine for a call that ends as a lost connection when the machine goes down. */
function lasting(runtime: Runtime): RawHandler {
  return async function* (call, requests) {
    const signal = AbortSignal.any([call.signal, runtime.signal]);
    for await (const message of runtime.methods({ ...call, signal }, requests)) yield message;
    if (runtime.signal.aborted && !call.signal.aborted) {
      throw new StatusError(Code.unavailable, 'error reading from server: EOF');
    }
  };
}
