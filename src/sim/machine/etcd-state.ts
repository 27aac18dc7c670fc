/** What the members of an etcd cluster agree on, beside their data. */
export class EtcdState {
  /** The member that leads by a decision of people; absent: the first that runs. */
  leader: bigint | undefined;
  /** Version that a downgrade is prepared for. */
  downgradeTo: string | undefined;
  /** When alarms were disarmed; the next write sets them off again where their cause has stayed. */
  disarmedAt: Date | undefined;
  /** When each member's database was made compact, by address. */
  readonly defragmentedAt = new Map<string, Date>();
  #recovered: Buffer | undefined;
  readonly #keep: (recovered: Buffer | undefined) => void;

  /**
   * @param recovered the database that the cluster was recovered from before
   * @param keep told when it is recovered, or made anew
   */
  constructor(recovered: Buffer | undefined, keep: (recovered: Buffer | undefined) => void) {
    this.#recovered = recovered;
    this.#keep = keep;
  }

  /** The database that the cluster was recovered from; absent: it grew by itself. */
  get recovered(): Buffer | undefined {
    return this.#recovered;
  }

  set recovered(database: Buffer | undefined) {
    this.#recovered = database;
    this.#keep(database);
  }
}
