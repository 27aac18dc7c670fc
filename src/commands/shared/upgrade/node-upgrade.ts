import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { UpgradeRequest_RebootMode as LegacyMode, MachineServiceService } from '../../../gen/machine/machine.js';
import { restarted } from '../../../tracker/goals/restarted.js';
import { becomesWell } from '../../../tracker/goals/well.js';
import { type NodeHealth, noHealth, readHealth } from '../../../tracker/health/health.js';
import type { NodeWait, TrackedAction } from '../../../tracker/node-wait.js';
import { onlyMessage } from '../ask-nodes.js';
import type { ImageNamespace } from '../image/namespace-flag.js';
import { rebootAction } from '../track/actions.js';
import { tellIfCordoned } from '../track/drained.js';
import { KubeNode } from '../track/kube-node.js';
import { installBeside } from './install.js';
import { readExtensions, readVersion } from './node-system.js';
import { overBreaks } from './over-breaks.js';
import type { NodePlan } from './plan.js';

/** How nodes are upgraded. */
export interface UpgradeSettings {
  readonly namespace: ImageNamespace;
  readonly rebootMode: 'default' | 'powercycle' | 'force';
  readonly reboot: boolean;
  /** Milliseconds for moving the pods away; absent: they are not moved. */
  readonly drainTimeout: number | undefined;
  readonly wait: boolean;
  /** Whether nodes go down also where etcd, or the cluster between two of them, does not bear it. */
  readonly force: boolean;
  /** Of older versions. */
  readonly legacy: LegacySettings;
}

export interface LegacySettings {
  readonly preserve: boolean;
  readonly stage: boolean;
}

const minute = 60_000;
/** Milliseconds for pulling an image and installing from it. */
export const installTime = 15 * minute;
const wellTime = 5 * minute;
const callTime = 10_000;

/** The upgrade of one node, from the pulled image to a node that is well with it. */
export class NodeUpgrade {
  readonly #ctx: Context;
  readonly #client: Client;
  readonly #plan: NodePlan;
  readonly #settings: UpgradeSettings;
  #before: NodeHealth | undefined;
  #kubeNode: KubeNode | undefined;

  constructor(ctx: Context, client: Client, plan: NodePlan, settings: UpgradeSettings) {
    this.#ctx = ctx;
    this.#client = client;
    this.#plan = plan;
    this.#settings = settings;
  }

  action(): TrackedAction {
    const goal = (wait: NodeWait): Promise<string> => this.#goal(wait);
    if (this.#plan.way === 'legacy') {
      const { installer, node } = this.#plan;
      const request = legacyRequest(installer.image, this.#settings);
      return {
        name: 'upgrade',
        prepare: (wait) => this.#look(wait),
        requestLimit: installTime,
        request: async (_node, options) =>
          onlyMessage(await this.#client.unary(MachineServiceService.upgrade, request, options), node).actorId,
        goal,
      };
    }
    const { request } = rebootAction(this.#client, this.#settings.rebootMode);
    return {
      name: 'upgrade',
      ...(this.#settings.reboot ? { requestName: 'reboot' } : {}),
      prepare: async (wait) => {
        await this.#look(wait);
        await this.#install(wait);
      },
      request: this.#settings.reboot ? request : () => Promise.resolve(''),
      goal,
    };
  }

  /** Says whether the node is left without new pods, since something failed. */
  async end(): Promise<void> {
    if (this.#kubeNode === undefined) return;
    await tellIfCordoned(this.#ctx, this.#plan.node, this.#kubeNode);
    this.#kubeNode.close();
  }

  /** How the node is before it is touched; whether it can be drained shows here, too. */
  async #look(wait: NodeWait): Promise<void> {
    const { node, way } = this.#plan;
    await wait.phase('looking at the node', minute, async (signal) => {
      this.#before = await readHealth(this.#client, { node, signal });
      if (way === 'lifecycle' && this.#settings.drainTimeout !== undefined) {
        this.#kubeNode = await KubeNode.findToDrain(this.#client, {
          node,
          env: this.#ctx.env,
          clock: wait.clock,
          signal,
        });
      }
    });
  }

  async #install(wait: NodeWait): Promise<void> {
    const { node, installer } = this.#plan;
    const { namespace, drainTimeout } = this.#settings;
    await wait.phase(`installing ${installer.image}`, wait.stretched(installTime), (signal) =>
      overBreaks(wait, signal, () =>
        installBeside(this.#client, installer.image, namespace, (line) => wait.note(line), { node, signal }),
      ),
    );
    if (drainTimeout !== undefined) await this.#kubeNode?.drain(wait, drainTimeout);
  }

  async #goal(wait: NodeWait): Promise<string> {
    const { installer, way } = this.#plan;
    const { reboot, wait: waits } = this.#settings;
    const version = installer.version ?? installer.image;
    if (!reboot && way === 'lifecycle') return `has ${version} installed; the next boot runs it`;
    if (!waits) return 'reboots into it, which is not waited for';
    await restarted(wait);
    await this.#runsIt(wait);
    await this.#kubeNode?.release(wait);
    const words = await becomesWell(wait, {
      before: this.#before ?? noHealth,
      reboots: false,
      limit: wellTime,
      did: `runs ${version}`,
      hint: `look at \`talosctl -n ${wait.node} services\` and \`dmesg\`; \`talosctl -n ${wait.node} rollback\` goes back`,
    });
    return `runs ${version} and ${words}`;
  }

  /** A boot loader goes back by itself where what was installed does not boot. */
  async #runsIt(wait: NodeWait): Promise<void> {
    const { installer, system, node } = this.#plan;
    await wait.phase('making sure of the version', minute, async (signal) => {
      const options = { node, signal, timeout: callTime };
      const [{ version }, layers] = await Promise.all([
        readVersion(this.#client, options),
        readExtensions(this.#client, options),
      ]);
      if (installer.version !== undefined && version !== installer.version) {
        throw wait.failed(
          `${node} is back with ${version} instead of ${installer.version}`,
          'what was installed did not boot, or another upgrade came between; see its console and `dmesg`',
        );
      }
      const lost = system.extensions.filter((name) => !layers.some((layer) => layer.name === name));
      if (lost.length > 0) wait.note(`is without what it had before: ${lost.join(', ')}`);
    });
  }
}

export function legacyRequest(image: string, { rebootMode, force, legacy }: UpgradeSettings) {
  const mode = rebootMode === 'powercycle' ? LegacyMode.POWERCYCLE : LegacyMode.DEFAULT;
  return { image, ...legacy, force, rebootMode: mode };
}
