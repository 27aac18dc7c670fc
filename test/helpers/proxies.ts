import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy on loopback that passes connections on to one server, whatever it is asked for, and keeps what it is asked. */
export interface TestProxy {
  readonly port: number;
  /** `host:port` of each request. */
  readonly requests: string[];
  /** User and password of each request, `user:password`; empty where there are none. */
  readonly credentials: string[];
}

/** A proxy that speaks CONNECT of HTTP. With `status` other than 200 it refuses. */
export async function startHttpProxy(t: Pick<TestContext, 'after'>, target: number, status = 200): Promise<TestProxy> {
  return start(t, async (client, proxy) => {
    const head = (await readUntil(client, (bytes) => bytes.includes('\r\n\r\n'))).toString();
    proxy.requests.push(/^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)?.[1] ?? head);
    const authorization = /^Proxy-Authorization: Basic (\S+)\r$/m.exec(head)?.[1] ?? '';
    proxy.credentials.push(Buffer.from(authorization, 'base64').toString());
    client.write(`HTTP/1.1 ${status} ${status === 200 ? 'Connection established' : 'Forbidden'}\r\n\r\n`);
    if (status === 200) pass(client, target);
    else client.end();
  });
}

/** A proxy that speaks SOCKS 5, with or without a password. */
export async function startSocksProxy(t: Pick<TestContext, 'after'>, target: number): Promise<TestProxy> {
  return start(t, async (client, proxy) => {
    const methods = await readUntil(client, (bytes) => bytes.length >= 2 && bytes.length >= 2 + (bytes[1] ?? 0));
    const withPassword = methods.subarray(2).includes(2);
    client.write(Buffer.from([5, withPassword ? 2 : 0]));
    if (withPassword) {
      const sent = await readUntil(client, (bytes) => bytes.length >= 3 && bytes.at(-1) !== undefined);
      const user = sent.subarray(2, 2 + (sent[1] ?? 0)).toString();
      proxy.credentials.push(`${user}:${sent.subarray(3 + user.length).toString()}`);
      client.write(Buffer.from([1, 0]));
    } else {
      proxy.credentials.push('');
    }
    const request = await readUntil(client, (bytes) => bytes.length >= 10);
    proxy.requests.push(destination(request));
    client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    pass(client, target);
  });
}

function destination(request: Buffer): string {
  const port = request.readUInt16BE(request.length - 2);
  const address = request.subarray(4, -2);
  return `${request[3] === 3 ? address.subarray(1).toString() : [...address].join('.')}:${port}`;
}

async function start(
  t: Pick<TestContext, 'after'>,
  serve: (client: Socket, proxy: TestProxy) => Promise<void>,
): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const credentials: string[] = [];
  const server: Server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    void serve(client, { port: 0, requests, credentials });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, requests, credentials };
}

function pass(client: Socket, target: number): void {
  const upstream = connect(target, '127.0.0.1');
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  client.pipe(upstream).pipe(client);
}

/** What arrives until there is enough of it. */
function readUntil(socket: Socket, enough: (bytes: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!enough(bytes)) return;
      socket.off('data', onData).pause();
      resolve(bytes);
    };
    socket.on('data', onData).resume();
  });
}
