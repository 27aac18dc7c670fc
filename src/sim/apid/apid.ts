import { parseRoles, talosRole } from '../../pki/roles.js';
import { goTimeMicro } from '../machine/logs.js';
import type { Call, RawHandler } from '../rpc/handler.js';
import { RpcServer, type ServerTls } from '../rpc/server.js';
import type { StatusError } from '../rpc/status.js';

export interface ApidOptions {
  readonly host: string;
  readonly port: number;
  readonly handler: RawHandler;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/** The API daemon of a machine: what listens on port 50000. */
export class Apid {
  readonly #options: ApidOptions;
  #server: RpcServer | undefined;

  constructor(options: ApidOptions) {
    this.#options = options;
  }

  get listening(): boolean {
    return this.#server !== undefined;
  }

  /** Listens. Without a client CA callers stay anonymous and are readers. */
  async open(tls: ServerTls): Promise<void> {
    await this.close();
    const { host, port, handler } = this.#options;
    this.#server = await RpcServer.listen({
      host,
      port,
      tls,
      roles: tls.clientCa === undefined ? () => maintenanceRoles : rolesOf,
      handler: (call, requests) => handler(impersonated(call), requests),
      onEnd: (call, status, milliseconds) => this.#options.log(this.#line(call, status, milliseconds)),
    });
  }

  /** Shows another certificate and trusts other clients, from the next connection on. */
  setTls(tls: ServerTls): void {
    this.#server?.setTls(tls);
  }

  /** Ends every call and connection. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }

  #line(call: Call, status: StatusError | undefined, milliseconds: number): string {
    const result = status === undefined ? 'Success' : status.message;
    const shown = ['content-type', 'nodes', 'node', 'runtime', 'user-agent'].flatMap((name) => {
      const values = call.metadata.get(name);
      return values === undefined ? [] : [`${name}=${values.join(',')}`];
    });
    const outcome = status === undefined ? 'OK' : 'error';
    return (
      `${goTimeMicro(this.#options.now())} log.go:98: ${outcome} [${call.path}] ${milliseconds.toFixed(3)}ms ` +
      `${result} (:authority=${call.metadata.get(':authority')?.[0] ?? ''};${shown.join(';')})`
    );
  }
}

const maintenanceRoles: ReadonlySet<string> = new Set([talosRole.reader]);

function rolesOf(organizations: readonly string[]): ReadonlySet<string> {
  return new Set(parseRoles(organizations).roles);
}

/** A caller with the impersonator's role acts with the roles that it names. */
function impersonated(call: Call): Call {
  const named = call.metadata.get('talos-role');
  if (named === undefined || !call.roles.has(talosRole.impersonator)) return call;
  return { ...call, roles: new Set(parseRoles(named).roles) };
}
