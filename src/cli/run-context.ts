import type { Client, ClientOptions } from '../client/client.js';
import type { SelectedContext } from '../talosconfig/select.js';
import type { Talosconfig } from '../talosconfig/talosconfig.js';
import { confirm } from '../terminal/confirm.js';
import type { ConnectionFlags, Context } from './context.js';

/** What surrounds a run: all of the context that does not depend on the command line. */
export type Surroundings = Pick<
  Context,
  'stdin' | 'stdout' | 'stderr' | 'env' | 'runtime' | 'cwd' | 'clock' | 'signal' | 'self' | 'editor' | 'session'
>;

/** A context that its maker closes when the command has ended. */
export interface RunContext extends Context {
  close(): Promise<void>;
}

/** How a context is made where the usual way does not fit. */
export interface ContextOptions {
  /** Whether its signal ends everything at once, also what waits for name servers. */
  readonly endsAtOnce?: boolean;
}

export type ContextMaker = (around: Surroundings, connection: ConnectionFlags) => RunContext;

/** The context of one command. The client configuration and the client are made at the first call, once. */
export function createContext(
  around: Surroundings,
  connection: ConnectionFlags,
  contextOptions: ContextOptions = {},
): RunContext {
  const { stdin, stdout, stderr, env, runtime, cwd, clock, signal, self, editor, session } = around;
  const clients: Promise<Client>[] = [];
  let talosconfig: Promise<Talosconfig> | undefined;
  const context: RunContext = {
    stdin,
    stdout,
    stderr,
    env,
    runtime,
    cwd,
    clock,
    signal,
    self,
    editor,
    session,
    connection,
    talosconfig: () => {
      talosconfig ??= openTalosconfig(context);
      return talosconfig;
    },
    client: (options = {}) => {
      const client = openClient(context, options, contextOptions);
      clients.push(client);
      return client;
    },
    confirm: (question) => confirm(stdin, stderr, question),
    close: async () => {
      for (const opened of await Promise.allSettled(clients)) {
        if (opened.status === 'fulfilled') opened.value.close();
      }
    },
  };
  return context;
}

async function openTalosconfig({ connection, env, cwd }: Context): Promise<Talosconfig> {
  const { loadTalosconfig } = await import('../talosconfig/load.js');
  return loadTalosconfig({ flag: connection.talosconfig, env, cwd });
}

/** In maintenance mode the talosconfig is not looked at, and need not exist. */
async function openClient(
  context: Context,
  options: ClientOptions,
  { endsAtOnce = false }: ContextOptions,
): Promise<Client> {
  const { connection, env, clock, stderr } = context;
  const [{ connect }, { abandonableLookup }] = await Promise.all([
    import('../client/connect.js'),
    import('../client/lookup.js'),
  ]);
  return connect({
    ...options,
    context: options.insecure === true ? undefined : await chosenContext(context),
    nodes: options.nodes ?? connection.nodes,
    endpoints: connection.endpoints,
    addressesOf: endsAtOnce ? abandonableLookup(context.signal) : undefined,
    group: (name) => findGroup(context, name),
    env,
    now: clock.now(),
    signal: context.signal,
    warn: (sentence) => {
      stderr.write(`warning: ${sentence}\n`).catch(() => {});
    },
  });
}

/** The nodes of a group of the context in use. */
async function findGroup(context: Context, name: string): Promise<readonly string[]> {
  const [{ requireGroup }, { name: contextName }] = await Promise.all([
    import('../talosconfig/groups.js'),
    chosenContext(context),
  ]);
  return requireGroup(await context.talosconfig(), contextName, name);
}

async function chosenContext(context: Context): Promise<SelectedContext> {
  const { selectContext } = await import('../talosconfig/select.js');
  return selectContext(await context.talosconfig(), context.connection);
}
