import type { Socket } from 'node:net';
import {
  CallCredentials,
  Channel,
  ChannelCredentials,
  type ChannelInterface,
  experimental,
  status,
} from '@grpc/grpc-js';
import type { Endpoint } from './endpoint.js';
import { hostWithoutZone } from './endpoint.js';
import type { Lookup } from './lookup.js';
import type { ProxyServer } from './proxy.js';
import { secure, type TlsSettings } from './tls.js';
import { openTunnel } from './tunnel.js';

/** gRPC's own limit on Talos nodes. */
export const largestMessage = 32 * 1024 * 1024;
/** Bytes that may be under way to a reader that has not taken them: as much as other Talos clients allow. */
const flowControlWindow = 32 * 65535;
/** Silence of a connection before TCP asks whether the other side is there. */
const keepAliveAfter = 15_000;

const scheme = 'talos';
const dialOption = 'talos.dial';

/** What the resolver makes addresses of. gRPC hands them on to net.connect, so that the signal ends a connection in the making. */
interface Dial {
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
  readonly addressesOf: Lookup;
}

/** A way to one endpoint. */
export interface EndpointChannel {
  readonly channel: ChannelInterface;
  /** Ends calls and connections, those that are only being made too. */
  close(): void;
}

/** Makes a channel to one endpoint. Nothing is dialled before the first call. */
export function openChannel(
  endpoint: Endpoint,
  proxy: ProxyServer | undefined,
  tls: TlsSettings,
  addressesOf: Lookup,
): EndpointChannel {
  const { host, port } = proxy ?? endpoint;
  const closed = new AbortController();
  const dial: Dial = { host, port, signal: closed.signal, addressesOf };
  const channel = new Channel(
    `${scheme}:${endpoint.address}`,
    new EndpointCredentials(endpoint, proxy, tls, closed.signal),
    {
      [dialOption]: dial,
      'grpc.max_receive_message_length': largestMessage,
      'grpc-node.flow_control_window': flowControlWindow,
      // Proxies are this client's own business, and so is choosing among endpoints.
      'grpc.enable_http_proxy': 0,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.service_config_disable_resolution': 1,
      // Without a buffer for retries, a sent message is known to have a connection.
      'grpc.per_rpc_retry_buffer_size': 0,
    },
  );
  return {
    channel,
    close: () => {
      channel.close();
      closed.abort();
    },
  };
}

/** Sets up TLS, behind a proxy where there is one, on a TCP connection that gRPC has made. */
class EndpointCredentials extends ChannelCredentials {
  readonly #endpoint: Endpoint;
  readonly #proxy: ProxyServer | undefined;
  readonly #tls: TlsSettings;
  readonly #closed: AbortSignal;

  constructor(endpoint: Endpoint, proxy: ProxyServer | undefined, tls: TlsSettings, closed: AbortSignal) {
    super();
    this.#endpoint = endpoint;
    this.#proxy = proxy;
    this.#tls = tls;
    this.#closed = closed;
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(...[, , credentials]: Parameters<ChannelCredentials['_createSecureConnector']>) {
    return {
      connect: async (socket: Socket) => ({ socket: await this.#establish(socket), secure: true }),
      // Asked before each connection. A closed channel whose last attempt failed makes one more after a pause, and
      // net.connect would bring a socket with an aborted signal back to life.
      waitForReady: async () => this.#closed.throwIfAborted(),
      getCallCredentials: () => credentials ?? CallCredentials.createEmpty(),
      destroy: () => undefined,
    };
  }

  async #establish(socket: Socket): Promise<Socket> {
    // When the channel is closed, the end comes as an error.
    socket.on('error', () => socket.destroy());
    socket.setKeepAlive(true, keepAliveAfter);
    const passedOn = this.#proxy === undefined ? socket : await openTunnel(socket, this.#proxy, this.#endpoint);
    return secure(passedOn, this.#endpoint, this.#tls);
  }
}

/** Finds the addresses of what is dialled: the endpoint, or the proxy, which finds the endpoint itself. */
class EndpointResolver implements experimental.Resolver {
  readonly #listener: experimental.ResolverListener;
  readonly #dial: Dial;
  #asked: AbortController | undefined;

  constructor(_: experimental.GrpcUri, listener: experimental.ResolverListener, options: Record<string, unknown>) {
    this.#listener = listener;
    this.#dial = options[dialOption] as Dial;
  }

  /** Asks once: gRPC asks again after each connection that failed, without a pause. */
  updateResolution(): void {
    if (this.#asked !== undefined) return;
    const asked = new AbortController();
    this.#asked = asked;
    void this.#addresses().then((result) => {
      if (!asked.signal.aborted) this.#listener(result, {}, null, '');
    });
  }

  destroy(): void {
    this.#asked?.abort();
    this.#asked = undefined;
  }

  async #addresses(): Promise<Parameters<experimental.ResolverListener>[0]> {
    try {
      const found = await this.#dial.addressesOf(this.#dial.host);
      return experimental.statusOrFromValue(
        found.map((address) => ({ addresses: [{ ...this.#dial, host: address }] })),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return experimental.statusOrFromError({ code: status.UNAVAILABLE, details: `Name resolution failed: ${reason}` });
    }
  }

  static getDefaultAuthority(target: experimental.GrpcUri): string {
    // Taken for the host of a URL, which knows no zones.
    const zoned = /^\[(.*)\](:\d+)$/.exec(target.path);
    return zoned === null ? target.path : `[${hostWithoutZone(zoned[1] ?? '')}]${zoned[2]}`;
  }
}

experimental.registerResolver(scheme, EndpointResolver);
