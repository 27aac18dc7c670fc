/** A configuration on its way to a node. */
export interface Change {
  readonly node: string;
  /** What is sent. */
  readonly config: string;
  /** The file that the configuration comes from as it is, so that messages can name its lines. */
  readonly file?: string | undefined;
  /** Reads what the node runs with; absent where it has no configuration yet. */
  readonly current?: (() => Promise<string>) | undefined;
}
