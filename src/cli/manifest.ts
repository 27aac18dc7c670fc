import type { CommandDefinition, ConnectionNeed } from './command.js';
import type { FlagSet } from './flags.js';

/**
 * What is known of a command without loading its file: enough to find it, to list it and to suggest it. The generated
 * manifest (`npm run generate`) holds one entry a file under src/commands.
 */
export interface ManifestEntry {
  /** The words typed, e.g. `etcd snapshot`. */
  readonly words: string;
  readonly use: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly hidden?: boolean;
  /** A command that is known, or a word that groups such, and not there yet. */
  readonly planned?: boolean;
  readonly connection: ConnectionNeed;
  /** Flags that this word and every command below take. */
  readonly persistentFlags?: FlagSet;
  /** Loads the command; absent for a word that only groups others. */
  readonly load?: () => Promise<{ readonly command: CommandDefinition }>;
}

export type Manifest = readonly ManifestEntry[];
