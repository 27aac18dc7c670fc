import type { V1Pod } from '@kubernetes/client-node';
import { TalosctlError } from '../errors/errors.js';
import { systemClock } from '../terminal/clock.js';
import type { KubeApi } from './api/api.js';
import { isNotFound, KubeError, mayPass } from './api/failure.js';
import { isReady, type KubePod, listPods, nameOf, readNode } from './api/objects.js';
import type { KubeClock } from './api/retry.js';

export interface DrainOptions {
  /** Milliseconds until it fails. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: KubeClock;
  /** Told how it gets on: `evicting default/web-1`. */
  readonly report?: (message: string) => void | Promise<void>;
}

const retryTime = 5000;
const pollTime = 1000;
const evictionsAtOnce = 10;
const mirrorAnnotation = 'kubernetes.io/config.mirror';

/**
 * Moves away the pods of a cordoned node that can be: not those of DaemonSets, nor static ones. Disruption budgets are
 * respected: a pod that may not go yet is asked again until the time is up.
 * @throws TalosctlError that names the pods that stayed, and why
 */
export async function drainNode(api: KubeApi, nodeName: string, options: DrainOptions): Promise<void> {
  const { clock = systemClock, report = () => undefined } = options;
  const deadline = clock.now().getTime() + options.timeout;
  const pods = (await listPods(api, { fields: `spec.nodeName=${nodeName}` }, options)).filter(mustGo);
  const drain = new Drain(api, { ...options, clock, report }, deadline);
  const queue = pods.values();
  const work = async (): Promise<void> => {
    for (const pod of queue) await drain.remove(pod);
  };
  await Promise.all(Array.from({ length: Math.min(evictionsAtOnce, pods.length) }, work));
  if (drain.stuck.length > 0) {
    throw new TalosctlError(
      `node ${nodeName} is not drained after ${options.timeout / 1000} s: ${drain.stuck.join('; ')}`,
      {
        hint: `the node takes no new pods now; see to what holds them, or \`kubectl uncordon ${nodeName}\``,
      },
    );
  }
  await report('drained');
}

class Drain {
  /** Pods that did not go, each with its reason. */
  readonly stuck: string[] = [];
  readonly #api: KubeApi;
  readonly #options: DrainOptions & Required<Pick<DrainOptions, 'clock' | 'report'>>;
  readonly #deadline: number;

  constructor(
    api: KubeApi,
    options: DrainOptions & Required<Pick<DrainOptions, 'clock' | 'report'>>,
    deadline: number,
  ) {
    this.#api = api;
    this.#options = options;
    this.#deadline = deadline;
  }

  async remove(pod: KubePod): Promise<void> {
    const { report } = this.#options;
    const title = `${pod.metadata?.namespace ?? ''}/${nameOf(pod)}`;
    await report(`evicting ${title}`);
    let reason = (await this.#evict(pod)) ?? (await this.#untilGone(pod));
    // A budget that holds a pod may let it go later, and so may a server that is busy.
    while (reason !== undefined && this.#left() > 0) {
      await report(`${title}: ${reason}`);
      await this.#sleep(retryTime);
      reason = (await this.#evict(pod)) ?? (await this.#untilGone(pod));
    }
    if (reason === undefined) await report(`evicted ${title}`);
    else this.stuck.push(`${title}: ${reason}`);
  }

  /** Why the pod may not go; undefined where it goes. */
  async #evict(pod: KubePod): Promise<string | undefined> {
    const name = nameOf(pod);
    const namespace = pod.metadata?.namespace ?? '';
    try {
      await this.#api.send(
        {
          method: 'POST',
          path: `/api/v1/namespaces/${namespace}/pods/${name}/eviction`,
          body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } },
        },
        this.#options,
      );
      return undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (error instanceof KubeError ? error.code === 429 || mayPass(error) : mayPass(error)) {
        return error instanceof Error ? error.message : String(error);
      }
      throw error;
    }
  }

  /** Why the pod is still there when the time is up; undefined once it, or the pod by this name, is another or none. */
  async #untilGone(pod: KubePod): Promise<string | undefined> {
    const path = `/api/v1/namespaces/${pod.metadata?.namespace ?? ''}/pods/${nameOf(pod)}`;
    for (;;) {
      try {
        const found: V1Pod = await this.#api.send({ path }, this.#options);
        if (found.metadata?.uid !== pod.metadata?.uid) return undefined;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        if (!mayPass(error)) throw error;
      }
      if (this.#left() <= 0) return 'it was told to go, and is still there';
      await this.#sleep(pollTime);
    }
  }

  #left(): number {
    return this.#deadline - this.#options.clock.now().getTime();
  }

  async #sleep(milliseconds: number): Promise<void> {
    const { clock, signal } = this.#options;
    await clock.sleep(Math.max(0, Math.min(milliseconds, this.#left())), signal);
  }
}

function mustGo({ metadata, status }: KubePod): boolean {
  if (metadata?.annotations?.[mirrorAnnotation] !== undefined) return false;
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  return owner?.kind !== 'DaemonSet' || status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Waits until a node is Ready; failures on the way count as not yet. */
export async function untilNodeReady(api: KubeApi, nodeName: string, options: DrainOptions): Promise<void> {
  const { clock = systemClock, signal, timeout } = options;
  const deadline = clock.now().getTime() + timeout;
  let last = 'it is not Ready';
  for (;;) {
    try {
      if (isReady(await readNode(api, nodeName, { signal }))) return;
    } catch (error) {
      if (!mayPass(error) && !isNotFound(error)) throw error;
      last = (error as Error).message;
    }
    if (clock.now().getTime() >= deadline) {
      throw new TalosctlError(`node ${nodeName} has not become Ready within ${timeout / 1000} s: ${last}`);
    }
    await clock.sleep(pollTime, signal);
  }
}
