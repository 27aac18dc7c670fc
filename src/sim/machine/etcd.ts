import { Code, StatusError } from '../rpc/status.js';
import { etcdDatabase } from './etcd-database.js';
import type { EtcdState } from './etcd-state.js';
import type { Runtime } from './runtime.js';

/** A member of an etcd cluster. */
export interface EtcdPeer {
  readonly id: bigint;
  readonly hostname: string;
  readonly address: string;
  /** Whether it answers. */
  readonly up: boolean;
}

const pageSize = 4096;
/** Pages that deletions leave unused each minute, and most of them until someone defragments. */
const unusedPerMinute = 6;
const unusedMost = 96;
/** Milliseconds until the next write finds the cause of an alarm again. */
const nextWrite = 3000;

/** etcd as one machine of its cluster sees it. */
export class EtcdView {
  readonly #runtime: Runtime;
  readonly #clusterId: string;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#clusterId = runtime.configuration.active?.view.clusterId ?? '';
  }

  get state(): EtcdState {
    return this.#runtime.machine.neighbours.etcdState(this.#clusterId);
  }

  get members(): readonly EtcdPeer[] {
    return this.#runtime.machine.neighbours.etcdPeers(this.#clusterId);
  }

  /** This machine's own member, while it runs. */
  get own(): EtcdPeer | undefined {
    return this.members.find(({ address, up }) => up && address === this.#runtime.machine.identity.address);
  }

  get leader(): EtcdPeer | undefined {
    const running = this.members.filter(({ up }) => up);
    return running.find(({ id }) => id === this.state.leader) ?? running[0];
  }

  /** The member of this machine; fails as a client of etcd on the machine does where it does not answer. */
  requireOwn(): EtcdPeer {
    const { own } = this;
    if (own === undefined) throw notListening();
    return own;
  }

  /** Fails where no member of the cluster answers. */
  requireAny(): void {
    if (this.leader === undefined) throw notListening();
  }

  /** Why etcd would not remove the member; undefined where it would. */
  obstacleToRemoval(id: bigint): string | undefined {
    const { members } = this;
    if (!members.some((member) => member.id === id)) return 'etcdserver: member not found';
    const rest = members.filter((member) => member.id !== id);
    const majority = Math.floor(rest.length / 2) + 1;
    return rest.filter(({ up }) => up).length < majority || rest.length === 0
      ? 'etcdserver: re-configuration failed due to not enough started members'
      : undefined;
  }

  /** Why a member may not go down for an upgrade by the older call; undefined where it may. */
  get obstacleToUpgrade(): string | undefined {
    const { members } = this;
    if (members.length === 2) {
      return 'etcd member count(2) is insufficient to maintain quorum if upgrade commences';
    }
    const down = members.find(({ up }) => !up);
    if (down === undefined) return undefined;
    const id = down.id.toString(16).padStart(16, '0');
    return `etcd member ${id} is not healthy; all members must be healthy to perform an upgrade: context deadline exceeded`;
  }

  remove(id: bigint): void {
    this.#runtime.machine.neighbours.removeEtcdMember(this.#clusterId, id);
  }

  /** The database file without what is unused in it. */
  database(): Buffer {
    const { machine } = this.#runtime;
    return (
      this.state.recovered ??
      etcdDatabase({
        clusterId: this.#clusterId,
        members: this.members,
        nodes: machine.neighbours.members(this.#clusterId).map(({ hostname }) => hostname),
        age: this.#secondsSince(this.#runtime.bootedAt),
      })
    );
  }

  /** Bytes of the database file, and those of them that are in use. */
  sizes(): { readonly size: bigint; readonly inUse: bigint } {
    const inUse = this.database().length;
    const since = this.state.defragmentedAt.get(this.#runtime.machine.identity.address) ?? this.#runtime.bootedAt;
    const unused = Math.min(unusedMost, Math.floor((this.#secondsSince(since) / 60) * unusedPerMinute));
    return { size: BigInt(inUse + unused * pageSize), inUse: BigInt(inUse) };
  }

  defragment(): void {
    this.state.defragmentedAt.set(this.#runtime.machine.identity.address, this.#runtime.machine.now());
  }

  /** Whether this member's database has outgrown its quota, and that was noticed. */
  get outOfSpace(): boolean {
    const quota = this.#runtime.configuration.active?.view.value('cluster.etcd.extraArgs');
    const bytes = Number((quota as Readonly<Record<string, unknown>> | undefined)?.['quota-backend-bytes'] ?? 0);
    const { disarmedAt } = this.state;
    const noticed = disarmedAt === undefined || this.#secondsSince(disarmedAt) * 1000 >= nextWrite;
    return noticed && bytes > 0 && this.sizes().size > BigInt(bytes);
  }

  #secondsSince(then: Date): number {
    return (this.#runtime.machine.now().getTime() - then.getTime()) / 1000;
  }
}

function notListening(): StatusError {
  return new StatusError(
    Code.unavailable,
    'connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:2379: connect: connection refused"',
  );
}
