import type { MachineConfig } from '../machineconfig/document.js';

/** A resource as the COSI state service gives it out. The store sets version, created and updated. */
export interface SimResource {
  readonly namespace: string;
  /** Full type, `Members.cluster.talos.dev`. */
  readonly type: string;
  readonly id: string;
  readonly owner: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Controllers that hold on to the resource. Each one added counts as a change. */
  readonly finalizers?: readonly string[];
  /** A version kept elsewhere; absent: the store counts changes. */
  readonly version?: number;
  /** The spec by its YAML names, in the order in which a node prints them. */
  readonly spec: unknown;
}

/** States of a service as `services` names them. */
export type ServiceState =
  | 'Initialized'
  | 'Preparing'
  | 'Waiting'
  | 'Pre'
  | 'Starting'
  | 'Running'
  | 'Stopping'
  | 'Finished'
  | 'Failed'
  | 'Skipped';

export interface SimServiceFacts {
  readonly id: string;
  readonly state: ServiceState;
  /** undefined: the service has no health check or none has run yet. */
  readonly healthy: boolean | undefined;
  /** Its process, while it has one. */
  readonly pid?: number | undefined;
}

/** Another machine of the same cluster, as discovery shows it. */
export interface SimMemberFacts {
  readonly nodeId: string;
  readonly hostname: string;
  readonly machineType: 'controlplane' | 'worker';
  readonly addresses: readonly string[];
  readonly operatingSystem: string;
}

/** All that the resource rules may look at; the machine side keeps it true and calls the store after each change. */
export interface SimNodeFacts {
  readonly nodeId: string;
  /** What the firmware calls the machine. */
  readonly uuid?: string | undefined;
  readonly hostname: string;
  /** The node's own loopback address, `127.5.0.2`. */
  readonly address: string;
  /** Prefix length of its subnet. */
  readonly subnet: string;
  /** Of Talos, as it runs. */
  readonly version: string;
  /** The schematic of Image Factory by which the running image was made. */
  readonly schematic?: string | undefined;
  readonly stage:
    | 'maintenance'
    | 'installing'
    | 'booting'
    | 'running'
    | 'rebooting'
    | 'shutting down'
    | 'resetting'
    | 'upgrading';
  /** Boot id, new after each reboot. */
  readonly bootId: string;
  readonly bootedAt: Date;
  /** The running configuration; absent in maintenance mode. */
  readonly config?: MachineConfig | undefined;
  /** The very text that was applied. */
  readonly configText?: string | undefined;
  /** What will run after the next boot, when it differs (modes staged and try): resource `persistent`. */
  readonly stagedConfigText?: string | undefined;
  /** Versions of the two MachineConfig resources: both go up with every apply, even of an equal text. 0: none. */
  readonly configVersion: number;
  readonly persistentConfigVersion: number;
  /** Values of the META partition, by their keys as resources have them (`0x0a`). */
  readonly metaKeys?: Readonly<Record<string, string>> | undefined;
  /** Devices whose content is gone, and partitions that are gone themselves. */
  readonly wipedDevices?: Readonly<Record<string, 'wiped' | 'dropped'>> | undefined;
  readonly machineType: 'controlplane' | 'worker' | 'unknown';
  readonly kubernetesVersion: string;
  readonly services: readonly SimServiceFacts[];
  readonly members: readonly SimMemberFacts[];
  readonly bootstrapped: boolean;
  /** Its member of etcd, in hexadecimal; absent while it has none. */
  readonly etcdMemberId?: string | undefined;
  /** Whether the Kubernetes API answers and has this node as Ready. */
  readonly kubernetesReady: boolean;
  /** Whether its Node object is cordoned. */
  readonly unschedulable?: boolean | undefined;
  /** What `MachineStatus` says is missing until the machine is ready, in a node's order. Empty: ready. */
  readonly unmetConditions: readonly { readonly name: string; readonly reason: string }[];
}
