import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Endpoint, formatAddress } from './endpoint.js';
import type { ProxyServer } from './proxy.js';

/** The answer of an HTTP proxy is a status line and a few headers. */
const longestAnswer = 64 * 1024;

/**
 * Asks the proxy at the other end of a fresh connection to pass it on to the endpoint. The proxy resolves the name.
 * Rejects with an Error that says why the proxy would not.
 */
export async function openTunnel(socket: Socket, proxy: ProxyServer, endpoint: Endpoint): Promise<Socket> {
  if (proxy.protocol === 'socks5') return openSocksTunnel(socket, proxy, endpoint);
  return openHttpTunnel(proxy.protocol === 'https' ? await secureProxy(socket, proxy) : socket, proxy, endpoint);
}

async function openSocksTunnel(socket: Socket, proxy: ProxyServer, endpoint: Endpoint): Promise<Socket> {
  const { SocksClient } = await import('socks');
  const connection = await SocksClient.createConnection({
    command: 'connect',
    existing_socket: socket,
    destination: { host: endpoint.host, port: endpoint.port },
    proxy: {
      type: 5,
      host: proxy.host,
      port: proxy.port,
      ...(proxy.username === '' ? {} : { userId: proxy.username, password: proxy.password }),
    },
  }).catch((error: unknown) => {
    throw refused(proxy, error instanceof Error ? error.message : String(error));
  });
  return connection.socket;
}

function secureProxy(socket: Socket, proxy: ProxyServer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({ socket, host: proxy.host }, () => resolve(secured));
    secured.once('error', (error) => reject(refused(proxy, error.message)));
  });
}

/** CONNECT of HTTP/1.1. What follows the headers belongs to the endpoint and is put back. */
function openHttpTunnel(socket: Socket, proxy: ProxyServer, endpoint: Endpoint): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const stop = (): void => {
      socket.off('data', onData).off('error', onError).off('close', onClose).pause();
    };
    const fail = (reason: string): void => {
      stop();
      reject(refused(proxy, reason));
    };
    const onError = (error: Error): void => fail(error.message);
    const onClose = (): void => fail('the connection was closed');
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) {
        if (received.length > longestAnswer) fail('it does not speak HTTP');
        return;
      }
      const status = /^HTTP\/1\.[01] (\d{3}) ?(.*)/.exec(received.subarray(0, end).toString('latin1'));
      if (status?.[1] !== '200') {
        fail(status === null ? 'it does not speak HTTP' : `${status[1]} ${status[2]}`.trim());
        return;
      }
      stop();
      const rest = received.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
      resolve(socket);
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
    const authorization =
      proxy.username === ''
        ? ''
        : `Proxy-Authorization: Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}\r\n`;
    socket.write(`CONNECT ${endpoint.address} HTTP/1.1\r\nHost: ${endpoint.address}\r\n${authorization}\r\n`);
  });
}

function refused(proxy: ProxyServer, reason: string): Error {
  return new Error(`PROXY_REFUSED: ${formatAddress(proxy.host, proxy.port)}: ${reason}`);
}
