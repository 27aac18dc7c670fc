import { Agent } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { type Endpoint, formatAddress } from '../../client/endpoint.js';
import { type ProxyServer, proxyFor } from '../../client/proxy.js';
import { systemRoots } from '../../client/roots.js';
import { secure, type TlsSettings } from '../../client/tls.js';
import { openTunnel } from '../../client/tunnel.js';
import { TalosctlError } from '../../errors/errors.js';
import type { ApiAccess } from './access.js';

type Environment = Readonly<Record<string, string | undefined>>;

const dialTimeout = 10_000;
const httpsPort = 443;

/** Makes the connections to a Kubernetes API: TLS as its kubeconfig says, through the proxy that lies on the way. */
export class KubeAgent extends Agent {
  readonly #endpoint: Endpoint;
  readonly #proxy: ProxyServer | undefined;
  readonly #serverName: string | undefined;
  readonly #tls: TlsSettings;
  readonly #dialled = new Set<Socket>();

  private constructor(endpoint: Endpoint, proxy: ProxyServer | undefined, access: ApiAccess, tls: TlsSettings) {
    super({ keepAlive: true });
    this.#endpoint = endpoint;
    this.#proxy = proxy;
    this.#serverName = access.serverName;
    this.#tls = tls;
  }

  /**
   * @param server URL of the API
   * @param env HTTPS_PROXY and NO_PROXY are read where the kubeconfig names no proxy of its own
   */
  static async of(server: URL, access: ApiAccess, env: Environment): Promise<KubeAgent> {
    const host = server.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = server.port === '' ? httpsPort : Number(server.port);
    const endpoint = { host, port, address: formatAddress(host, port) };
    const ca = access.ca ?? (await systemRoots(env));
    const { crt: cert, key } = access.certificate ?? {};
    try {
      const context = createSecureContext({ ca: [ca].flat(), ...(cert === undefined ? {} : { cert, key }) });
      const trust = access.skipVerify ? ({ kind: 'anyone' } as const) : ({ kind: 'authority' } as const);
      const proxy = access.proxy ?? proxyFor(env, host, port);
      return new KubeAgent(endpoint, proxy, access, { context, trust, protocol: 'http/1.1' });
    } catch (error) {
      if (error instanceof TalosctlError) throw error;
      throw new TalosctlError(`the certificates of the kubeconfig cannot be used: ${String(error)}`, { cause: error });
    }
  }

  override createConnection(_options: object, done: (error: Error | null, connection?: Duplex) => void): undefined {
    this.#connect().then(
      (connection) => done(null, connection),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override destroy(): void {
    for (const socket of this.#dialled) socket.destroy();
    super.destroy();
  }

  async #connect(): Promise<Socket> {
    const { host, port } = this.#proxy ?? this.#endpoint;
    const socket = await this.#dial(host, port);
    const passedOn = this.#proxy === undefined ? socket : await openTunnel(socket, this.#proxy, this.#endpoint);
    return secure(passedOn, { ...this.#endpoint, host: this.#serverName ?? this.#endpoint.host }, this.#tls);
  }

  #dial(host: string, port: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      this.#dialled.add(socket);
      const late = setTimeout(
        () => socket.destroy(new Error(`no answer of ${formatAddress(host, port)} within ${dialTimeout / 1000} s`)),
        dialTimeout,
      );
      socket.once('connect', () => {
        clearTimeout(late);
        socket.off('error', reject);
        // What happens from here on is told by the layers above; without a listener it would end the process.
        socket.on('error', () => undefined);
        resolve(socket);
      });
      socket.once('error', reject);
      socket.once('close', () => {
        clearTimeout(late);
        this.#dialled.delete(socket);
        reject(new Error('the connection was closed'));
      });
    });
  }
}
