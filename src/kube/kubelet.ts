import { getResource } from '../client/state.js';
import { CallError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { MachineServiceService } from '../gen/machine/machine.js';
import { field } from '../resources/spec-fields.js';
import { callTo, type UpgradeTarget } from './upgrade/upgrade-target.js';
import { notYet, reached, waitFor } from './upgrade/wait.js';

/** From where kubelets are looked at. */
export type KubeletTarget = Pick<UpgradeTarget, 'client' | 'clock' | 'signal' | 'log'>;

const restartTimeout = 5 * 60_000;

export interface KubeletRun {
  readonly healthy: boolean;
  /** Tells this run from the next: the resource of a service is made anew when it starts. */
  readonly since: string;
}

/** How kubelet runs on a node; undefined while it does not. */
export async function kubeletRun(target: KubeletTarget, node: string): Promise<KubeletRun | undefined> {
  const kind = { namespace: 'runtime', type: 'Services.v1alpha1.talos.dev' };
  try {
    const resource = await getResource(target.client, kind, 'kubelet', callTo(target, node));
    const spec = resource.spec();
    const healthy = field(spec, 'running') === true && field(spec, 'healthy') === true;
    return { healthy, since: await lastStart(target, node) };
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.NotFound) return undefined;
    throw error;
  }
}

async function kubeletEvents(target: KubeletTarget, node: string) {
  const { messages } = await target.client.unary(MachineServiceService.serviceList, {}, callTo(target, node));
  return messages[0]?.services.find(({ id }) => id === 'kubelet')?.events?.events ?? [];
}

async function lastStart(target: KubeletTarget, node: string): Promise<string> {
  const start = (await kubeletEvents(target, node)).findLast(({ msg }) => msg.startsWith('Started task'));
  return start === undefined ? '' : `${start.ts?.seconds}.${start.ts?.nanos} ${start.msg}`;
}

export async function lastKubeletEvent(target: KubeletTarget, node: string): Promise<string> {
  const event = (await kubeletEvents(target, node)).at(-1);
  return event === undefined ? 'nothing has happened to it yet' : `${event.state}, ${event.msg}`;
}

/** Waits until kubelet runs again, and is healthy. */
export async function untilRestarted(
  target: KubeletTarget,
  node: string,
  before: string,
  timeout = restartTimeout,
): Promise<void> {
  await waitFor(
    target,
    `${node}: a healthy kubelet`,
    timeout,
    async () => {
      const run = await kubeletRun(target, node);
      if (run?.healthy === true && run.since !== before) return reached;
      return notYet(await lastKubeletEvent(target, node));
    },
    (reason) => target.log(` > "${node}": kubelet: ${reason}`),
  );
}
