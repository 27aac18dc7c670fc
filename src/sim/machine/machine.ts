import { randomBytes, randomUUID } from 'node:crypto';
import type { CertificateAndKey } from '../../pki/issue.js';
import type { KubeCluster } from '../kube/cluster.js';
import type { RawHandler } from '../rpc/handler.js';
import type { SimMemberFacts, SimNodeFacts, SimResource } from '../types.js';
import type { DiskContent, DiskStore } from './disk.js';
import type { EtcdPeer } from './etcd.js';
import type { EtcdState } from './etcd-state.js';
import { Faults } from './faults.js';
import type { Pace } from './pace.js';
import type { RefreshQueue } from './refresh-queue.js';
import { Runtime } from './runtime.js';

/** What a machine is, from making it on. */
export interface MachineIdentity {
  /** The name that its surroundings gave it; the configuration may set another hostname. */
  readonly name: string;
  /** Loopback address on which it is reached. */
  readonly address: string;
  readonly port: number;
  /** Its network, `127.5.0.0/24`. */
  readonly subnet: string;
  readonly uuid: string;
  /** Identity in the discovery of its cluster. */
  readonly nodeId: string;
  /** Of the Talos that starts where none is installed, `v1.13.9`. */
  readonly version: string;
}

/** What a machine sees of the others. */
export interface Neighbours {
  /** A machine by name, address or hostname. */
  find(name: string): Machine | undefined;
  /** Members of a cluster that announce themselves, this machine included, and those that were and are down. */
  members(clusterId: string): readonly SimMemberFacts[];
  /** What signs on a control plane node that has the token: an authority with one of these certificates. */
  authority(certificates: readonly string[], token: string): CertificateAndKey | undefined;
  /** Whether a machine of the cluster runs etcd that another can join. */
  etcdRuns(clusterId: string): boolean;
  /** Whether the Kubernetes API of the cluster answers. */
  kubernetesUp(clusterId: string): boolean;
  /** The cluster's Kubernetes, whether its API answers or not. */
  kubernetes(clusterId: string): KubeCluster;
  /** Begins with an empty Kubernetes: etcd is a new one. */
  newKubernetes(clusterId: string): void;
  /** Members of the cluster's etcd, those that are down too. */
  etcdPeers(clusterId: string): readonly EtcdPeer[];
  /** What they agree on. */
  etcdState(clusterId: string): EtcdState;
  /** Takes a member out of the cluster's etcd, whose own machine learns of it. */
  removeEtcdMember(clusterId: string, id: bigint): void;
  /** The API of another machine by address or hostname; throws as a failed connection. */
  reach(from: Runtime, target: string): RawHandler;
  /** Work that brings resources up to date, done soon. */
  readonly refreshes: RefreshQueue;
  /** Says that something has changed that others may show. */
  changed(by: Machine): void;
}

export type PowerOff = 'reboot' | 'shutdown';

export interface MachineOptions {
  readonly identity: MachineIdentity;
  readonly disk: DiskStore;
  readonly pace: Pace;
  readonly now: () => Date;
  readonly neighbours: Neighbours;
  /** Makes what derives the resources from the facts, the same list where nothing has changed; anew for each boot. */
  readonly derivation: () => (facts: SimNodeFacts) => readonly SimResource[];
  /** The methods of the machine's API by path. */
  readonly methods: (runtime: Runtime) => ReadonlyMap<string, RawHandler>;
  /** Whether a method, by its path, answers with a stream. */
  readonly isStreamed: (path: string) => boolean;
}

const lastWordsTime = 150;
const downTime = 700;

/** A simulated computer: it has a disk, can be switched on and off, and runs Talos while it is on. */
export class Machine {
  readonly identity: MachineIdentity;
  readonly disk: DiskStore;
  readonly pace: Pace;
  readonly now: () => Date;
  readonly neighbours: Neighbours;
  readonly derivation: MachineOptions['derivation'];
  readonly methods: MachineOptions['methods'];
  readonly isStreamed: MachineOptions['isStreamed'];
  /** Troubles to rehearse with. */
  readonly faults = new Faults();
  #runtime: Runtime | undefined;
  /** Ends what is under way when somebody takes the power. */
  #power = new AbortController();
  /** Tells about a defect of the simulation. */
  readonly fault: (error: unknown) => void;

  constructor(options: MachineOptions, fault: (error: unknown) => void) {
    this.identity = options.identity;
    this.disk = options.disk;
    this.pace = options.pace;
    this.now = options.now;
    this.neighbours = options.neighbours;
    this.derivation = options.derivation;
    this.methods = options.methods;
    this.isStreamed = options.isStreamed;
    this.fault = fault;
  }

  /** The boot that runs, undefined while the machine is off or on its way through a reboot. */
  get runtime(): Runtime | undefined {
    return this.#runtime;
  }

  updateDisk(change: Partial<DiskContent>): void {
    this.disk.write({ ...this.disk.read(), ...change });
  }

  /** Makes this machine a member of its cluster's etcd. */
  joinEtcd(clusterId: string): void {
    if (!this.neighbours.etcdRuns(clusterId)) this.neighbours.newKubernetes(clusterId);
    this.updateDisk({ etcd: { clusterId, memberId: randomBytes(8).toString('hex') } });
  }

  powerOn(): void {
    if (this.#runtime !== undefined) return;
    this.#power = new AbortController();
    const runtime = new Runtime(this, randomUUID());
    this.#runtime = runtime;
    this.neighbours.changed(this);
    runtime.run().catch(this.fault);
  }

  /** Takes the power away, without any goodbye. */
  async cut(): Promise<void> {
    this.#power.abort(new Error('the machine is without power'));
    const runtime = this.#runtime;
    this.#runtime = undefined;
    await runtime?.cut();
    this.neighbours.changed(this);
  }

  /** The end of a sequence that takes the machine down: off, and on again for a reboot. */
  powerOff(then: PowerOff): void {
    const power = this.#power.signal;
    const goDown = async (): Promise<void> => {
      await this.pace.wait(lastWordsTime, power);
      const runtime = this.#runtime;
      this.#runtime = undefined;
      await runtime?.cut();
      this.neighbours.changed(this);
      if (then === 'shutdown') return;
      await this.pace.wait(downTime, power);
      this.powerOn();
    };
    goDown().catch((error: unknown) => {
      if (!power.aborted) this.fault(error);
    });
  }
}
