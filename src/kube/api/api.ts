import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { V1Status } from '@kubernetes/client-node';
import { CancelledError, TalosctlError } from '../../errors/errors.js';
import { readAccess } from './access.js';
import { KubeAgent } from './agent.js';
import { KubeError, KubeUnreachableError } from './failure.js';

export interface KubeRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root of the server: `/api/v1/nodes`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Of the body; plain JSON unless said. */
  readonly contentType?: string;
}

export interface KubeCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the request fails. Default 10 s. */
  readonly timeout?: number | undefined;
}

/** The Kubernetes API of a cluster, for whoever the kubeconfig names. */
export interface KubeApi {
  /** `https://10.5.0.2:6443` */
  readonly server: string;
  /**
   * Sends one request and gives the decoded answer.
   * @throws KubeError where the server refuses, KubeUnreachableError where none answers, CancelledError
   */
  send<T>(request: KubeRequest, options?: KubeCallOptions): Promise<T>;
  close(): void;
}

const requestTimeout = 10_000;
const defaultPort = 6443;

/**
 * Makes the client of a kubeconfig that a node gave. Nothing is dialled yet.
 * @param env HTTPS_PROXY and NO_PROXY are read, as for the Talos API
 * @param endpoint whom to dial in place of the server of the kubeconfig: `host`, `host:port` or a URL
 */
export async function connectKube(
  kubeconfig: string,
  env: Readonly<Record<string, string | undefined>>,
  endpoint = '',
): Promise<KubeApi> {
  const access = readAccess(kubeconfig);
  const server = (endpoint === '' ? access.server : endpointUrl(endpoint)).replace(/\/+$/, '');
  if (!URL.canParse(server)) throw new TalosctlError(`${JSON.stringify(server)} is no URL of the Kubernetes API`);
  return new HttpsKubeApi(server, access.token, await KubeAgent.of(new URL(server), access, env));
}

/** The URL of an endpoint given by a person. */
export function endpointUrl(endpoint: string): string {
  const bare = endpoint.replace(/^https:\/\//, '').replace(/\/+$/, '');
  const bracketed = bare.includes(':') && /^[0-9a-f:]+$/i.test(bare) && bare.split(':').length > 2 ? `[${bare}]` : bare;
  const url = `https://${bracketed}`;
  if (!URL.canParse(url)) throw new TalosctlError(`${JSON.stringify(endpoint)} is no endpoint of the Kubernetes API`);
  return /:\d+$/.test(bracketed) ? url : `${url}:${defaultPort}`;
}

class HttpsKubeApi implements KubeApi {
  readonly server: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: KubeAgent;

  constructor(server: string, token: string | undefined, agent: KubeAgent) {
    this.server = server;
    this.#headers = {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    this.#agent = agent;
  }

  async send<T>(request: KubeRequest, { signal, timeout = requestTimeout }: KubeCallOptions = {}): Promise<T> {
    const deadline = AbortSignal.timeout(timeout);
    try {
      const { status, text } = await this.#exchange(
        request,
        signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      );
      if (status >= 300) throw refusal(status, text);
      return JSON.parse(text) as T;
    } catch (error) {
      if (error instanceof KubeError) throw error;
      if (signal?.aborted === true) throw new CancelledError('interrupted');
      const reason = deadline.aborted ? `no answer within ${timeout / 1000} s` : describe(error);
      throw new KubeUnreachableError(`the Kubernetes API at ${this.server} cannot be reached: ${reason}`, {
        cause: error,
      });
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #exchange(
    { method = 'GET', path, query = {}, body, contentType = 'application/json' }: KubeRequest,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const url = new URL(`${this.server}${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = httpsRequest(url, {
        agent: this.#agent,
        method,
        signal,
        headers: { ...this.#headers, ...(body === undefined ? {} : { 'content-type': contentType }) },
      });
      // A request that has no connection yet does not say that it was aborted.
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      sent.once('close', () => signal.removeEventListener('abort', abort));
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
  }
}

function refusal(code: number, text: string): KubeError {
  let status: Partial<V1Status> = {};
  try {
    status = JSON.parse(text) as Partial<V1Status>;
  } catch {
    // A proxy on the way answers in its own form.
  }
  const reason = status.reason ?? '';
  const message = status.message ?? `HTTP status ${code}`;
  const causes = (status.details?.causes ?? []).flatMap((cause) => cause.message ?? []);
  const why = causes.length > 0 ? ` ${causes.join('; ')}` : '';
  return new KubeError(`the Kubernetes API refuses: ${message}${why}`, {
    code,
    reason,
    ...(code === 401
      ? { hint: 'its authority may have changed: get another kubeconfig with `talosctl kubeconfig`' }
      : {}),
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, refusal] = /^PROXY_REFUSED: (.*)$/s.exec(error.message) ?? [];
  if (refusal !== undefined) return `the proxy does not pass the connection on: ${refusal}`;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
