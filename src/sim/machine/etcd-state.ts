/** What the members of an etcd cluster agree on, beside their data. */
export class EtcdState {
  /** The member that leads by a decision of people; absent: the first that runs. */
  leader: bigint | undefined;
  /** Version that a downgrade is prepared for. */
  downgradeTo: string | undefined;
  /** The database that the cluster was recovered from; absent: it grew by itself. */
  recovered: Buffer | undefined;
  /** When alarms were disarmed; the next write sets them off again where their cause has stayed. */
  disarmedAt: Date | undefined;
  /** When each member's database was made compact, by address. */
  readonly defragmentedAt = new Map<string, Date>();
}
