import type { ConnectionFlags } from './context.js';
import { type FlagValues, flag } from './flags.js';

/** The flags of every command that talks to nodes. */
export const connectionFlags = {
  talosconfig: flag.string(
    'client configuration file (default: $TALOSCONFIG, then $TALOS_HOME/config or $HOME/.talos/config, then /var/run/secrets/talos.dev/config)',
  ),
  context: flag.string('context of the client configuration to use'),
  cluster: flag.string('cluster to reach when the endpoint is a proxy for several', { short: 'c' }),
  nodes: flag.stringSlice(
    'nodes that shall answer: addresses, names, all, controlplanes, workers, @group (default: those of the context)',
    { short: 'n' },
  ),
  endpoints: flag.stringSlice('endpoints to connect to (default: those of the context)', { short: 'e' }),
  'siderov1-keys-dir': flag.string(
    'folder of SideroV1 keys, for contexts that sign with one (default: $SIDEROV1_KEYS_DIR, then $HOME/.talos/keys)',
  ),
};

/** The connection flags of a parsed command line; empty where the command does not take them. */
export function readConnectionFlags(flags: FlagValues): ConnectionFlags {
  const text = (name: string): string => {
    const value = flags.values[name];
    return typeof value === 'string' ? value : '';
  };
  const list = (name: string): readonly string[] => {
    const value = flags.values[name];
    return Array.isArray(value) ? value : [];
  };
  return {
    talosconfig: text('talosconfig'),
    context: text('context'),
    cluster: text('cluster'),
    nodes: list('nodes'),
    endpoints: list('endpoints'),
    siderov1KeysDir: text('siderov1-keys-dir'),
  };
}
