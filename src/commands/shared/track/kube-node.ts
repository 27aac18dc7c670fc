import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError, CancelledError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import type { KubeApi } from '../../../kube/api/api.js';
import { readNode } from '../../../kube/api/objects.js';
import { kubeApiOf } from '../../../kube/connect.js';
import { drainNode, uncordonNode, untilNodeReady } from '../../../kube/drain.js';
import { nodenameOf } from '../../../kube/nodename.js';
import type { NodeWait } from '../../../tracker/node-wait.js';

const callTime = 10_000;
const readyTime = 10 * 60_000;
/** What a drain may take beyond its own time-out, to end by itself and say why. */
const leeway = 10_000;

/** A node in Kubernetes that is emptied before a reboot, and takes pods again after it. */
export class KubeNode {
  readonly name: string;
  readonly #api: KubeApi;
  readonly #wasCordoned: boolean;
  #cordoned = false;

  private constructor(api: KubeApi, name: string, wasCordoned: boolean) {
    this.#api = api;
    this.name = name;
    this.#wasCordoned = wasCordoned;
  }

  /**
   * Finds the node in the cluster's Kubernetes. Nothing is changed.
   * @throws TalosctlError where there is no Kubernetes, or no such node in it
   */
  static async find(
    client: Client,
    { node, env, signal }: { readonly node: string; readonly env: Context['env']; readonly signal: AbortSignal },
  ): Promise<KubeNode> {
    try {
      const name = await nodenameOf(client, { node, signal, timeout: callTime });
      const api = await kubeApiOf(client, { env, signal, timeout: callTime });
      try {
        const { spec } = await readNode(api, name, { signal });
        return new KubeNode(api, name, spec?.unschedulable === true);
      } catch (error) {
        api.close();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof TalosctlError) || error instanceof CancelledError) throw error;
      const refused = error instanceof CallError && error.code === GrpcStatus.PermissionDenied;
      throw new TalosctlError(`${node} cannot be drained: ${error.message}`, {
        cause: error,
        hint: refused
          ? 'draining takes the role os:admin; --drain=false goes without it'
          : 'where the node has no pods to move, or they may be stopped, add --drain=false',
      });
    }
  }

  /** Whether it was kept from new pods here, and not let go since. */
  get isLeftCordoned(): boolean {
    return this.#cordoned && !this.#wasCordoned;
  }

  /** A phase of waiting in which the pods move away. */
  async drain(wait: NodeWait, timeout: number): Promise<void> {
    await wait.phase(`draining ${this.name}`, timeout + leeway, async (signal) => {
      this.#cordoned = true;
      const report = (message: string): void => wait.note(message);
      await drainNode(this.#api, this.name, { timeout, signal, clock: wait.clock, report });
    });
  }

  /** A phase of waiting until Kubernetes has the node as Ready; then it takes pods again, if it did before. */
  async release(wait: NodeWait): Promise<void> {
    await wait.phase(`waiting for ${this.name} to be Ready`, readyTime, async (signal) => {
      await untilNodeReady(this.#api, this.name, { timeout: readyTime, signal, clock: wait.clock });
      if (this.#wasCordoned) {
        wait.note('it was cordoned before, and stays so');
        return;
      }
      await uncordonNode(this.#api, this.name, { signal });
      this.#cordoned = false;
      wait.note('uncordoned');
    });
  }

  close(): void {
    this.#api.close();
  }
}
