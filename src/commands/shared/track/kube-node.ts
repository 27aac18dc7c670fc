import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError, CancelledError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import type { KubeApi } from '../../../kube/api/api.js';
import { readNode } from '../../../kube/api/objects.js';
import { type KubeClock, whileItMayPass } from '../../../kube/api/retry.js';
import { kubeApiOf } from '../../../kube/connect.js';
import { type Cordon, cordonNode, cordonOf, uncordonNode } from '../../../kube/cordon.js';
import { type DrainOptions, drainNode, untilNodeReady } from '../../../kube/drain.js';
import { nodenameOf } from '../../../kube/nodename.js';
import type { NodeWait } from '../../../tracker/node-wait.js';

const callTime = 10_000;
/** API servers may just be coming up. */
const findTime = 15_000;
const readyTime = 10 * 60_000;
/** What a drain may take beyond its own time-out, to end by itself and say why. */
const leeway = 10_000;

interface FindOptions {
  readonly node: string;
  readonly env: Context['env'];
  readonly clock: KubeClock;
  readonly signal: AbortSignal;
}

/** A node in Kubernetes that is emptied before a reboot, and takes pods again after it. */
export class KubeNode {
  readonly name: string;
  readonly #api: KubeApi;
  #cordon: Cordon;

  private constructor(api: KubeApi, name: string, cordon: Cordon) {
    this.#api = api;
    this.name = name;
    this.#cordon = cordon;
  }

  /**
   * Finds the node in the cluster's Kubernetes. Nothing is changed.
   * @throws TalosctlError where there is no Kubernetes, or no such node in it
   */
  static async find(client: Client, { node, env, clock, signal }: FindOptions): Promise<KubeNode> {
    const name = await nodenameOf(client, { node, signal, timeout: callTime });
    const api = await kubeApiOf(client, { env, signal, timeout: callTime });
    try {
      const read = () => readNode(api, name, { signal });
      return new KubeNode(api, name, cordonOf(await whileItMayPass(read, { patience: findTime, clock, signal })));
    } catch (error) {
      api.close();
      throw error;
    }
  }

  /** The same for a node that is about to be drained: what is in the way comes with what to do. */
  static async findToDrain(client: Client, options: FindOptions): Promise<KubeNode> {
    try {
      return await KubeNode.find(client, options);
    } catch (error) {
      if (!(error instanceof TalosctlError) || error instanceof CancelledError) throw error;
      const refused = error instanceof CallError && error.code === GrpcStatus.PermissionDenied;
      throw new TalosctlError(`${options.node} cannot be drained: ${error.message}`, {
        cause: error,
        hint: refused
          ? 'draining takes the role os:admin; --drain=false goes without it'
          : 'where the node has no pods to move, or they may be stopped, add --drain=false',
      });
    }
  }

  /** Whether this client keeps it from new pods, in this run or since an earlier one. */
  get isLeftCordoned(): boolean {
    return this.#cordon === 'ours';
  }

  /** A phase of waiting in which the pods move away. */
  async drain(wait: NodeWait, timeout: number): Promise<void> {
    await wait.phase(`draining ${this.name}`, timeout + leeway, async (signal) => {
      const before = this.#cordon;
      // Sent is as good as done, should the answer not come.
      if (before === 'none') this.#cordon = 'ours';
      this.#cordon = await cordonNode(this.#api, this.name, { signal });
      wait.note(this.#cordon === 'ours' && before === 'none' ? 'cordoned' : 'is cordoned already');
      const report = (message: string): void => wait.note(message);
      await drainNode(this.#api, this.name, { timeout, signal, clock: wait.clock, report });
    });
  }

  /** A phase of waiting until the node takes pods again. */
  async release(wait: NodeWait): Promise<void> {
    await wait.phase(`waiting for ${this.name} to be Ready`, readyTime, (signal) =>
      this.letGo({ signal, clock: wait.clock, report: (text) => wait.note(text) }),
    );
  }

  /**
   * Waits until Kubernetes has the node as Ready; then it takes pods again, unless someone else keeps it from that.
   * @throws TalosctlError where it does not become Ready
   */
  async letGo(options: Omit<DrainOptions, 'timeout'>): Promise<void> {
    const { report = () => undefined } = options;
    await untilNodeReady(this.#api, this.name, { ...options, timeout: readyTime });
    const { clock, signal } = options;
    const cordon = await whileItMayPass(() => uncordonNode(this.#api, this.name, { signal }), {
      patience: readyTime,
      clock,
      signal,
    });
    this.#cordon = cordon === 'ours' ? 'none' : cordon;
    if (cordon === 'foreign') await report('someone else has cordoned it, and it stays so');
    else if (cordon === 'ours') await report('uncordoned');
  }

  close(): void {
    this.#api.close();
  }
}
