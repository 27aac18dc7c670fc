import { type RequestOptions, request } from 'node:https';
import { CancelledError, TalosctlError } from '../errors/errors.js';
import { reason } from '../files/atomic.js';

/** Milliseconds without a byte until the API counts as gone. */
const patience = 10_000;
/** No list of a cluster is longer; what is longer is no such list. */
const longestAnswer = 256 * 1024 * 1024;

/** The Kubernetes API as it answers, without knowing its types. */
export class RawKubernetesApi {
  readonly #server: string;
  readonly #options: RequestOptions;

  private constructor(server: string, options: RequestOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** The API that the current context of a kubeconfig leads to, with its credentials. */
  static async from(kubeconfig: string): Promise<RawKubernetesApi> {
    const { KubeConfig } = await import('@kubernetes/client-node');
    const config = new KubeConfig();
    config.loadFromString(kubeconfig);
    const server = config.getCurrentCluster()?.server;
    if (server === undefined) throw new TalosctlError('the kubeconfig has no current cluster');
    const options: RequestOptions = {};
    await config.applyToHTTPSOptions(options);
    return new RawKubernetesApi(server, options);
  }

  /**
   * Asks for a path, `/api/v1/nodes`.
   * @throws TalosctlError where the API does not answer, or with another status than 200
   */
  async get(path: string, signal: AbortSignal): Promise<unknown> {
    const { status, body } = await this.#answer(path, signal);
    if (status !== 200) throw new TalosctlError(`${this.#server}${path} was answered with status ${status}`);
    try {
      return JSON.parse(body.toString('utf8')) as unknown;
    } catch (cause) {
      throw new TalosctlError(`${this.#server}${path} was answered with what is no JSON`, { cause });
    }
  }

  #answer(path: string, signal: AbortSignal): Promise<{ readonly status: number; readonly body: Buffer }> {
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown): void => {
        const told = `the Kubernetes API at ${this.#server} does not answer: ${reason(cause)}`;
        reject(signal.aborted ? new CancelledError('interrupted', { cause }) : new TalosctlError(told, { cause }));
      };
      const asked = request(`${this.#server}${path}`, { ...this.#options, signal, timeout: patience }, (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        response.on('error', fail);
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          length += piece.length;
          if (length > longestAnswer) asked.destroy(new Error('its answer is too long'));
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
      });
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${patience / 1000} s`)));
      asked.on('error', fail);
      asked.end();
    });
  }
}
