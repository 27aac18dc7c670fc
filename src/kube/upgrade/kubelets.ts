import { getResource } from '../../client/state.js';
import { CallError, TalosctlError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import type { ValueMap } from '../../machineconfig/document.js';
import { field } from '../../resources/spec-fields.js';
import { addressesOf, isReady, listNodes } from '../api/objects.js';
import { changeNodeConfig, mapAt } from '../machine-config.js';
import { tagOf } from './detect.js';
import { currentKubeletImage, wantedKubeletImage } from './pull.js';
import { callTo, type UpgradeTarget } from './upgrade-target.js';
import { notYet, type Progress, reached, waitFor } from './wait.js';

const restartTimeout = 5 * 60_000;
const nodeTimeout = 3 * 60_000;

/** Upgrades kubelet, control plane first, one node at a time. */
export async function upgradeKubelets(target: UpgradeTarget): Promise<void> {
  await target.log(`updating kubelet to version "${target.path.to}"`);
  for (const node of [...target.controlPlane, ...target.workers]) await upgradeOnNode(target, node);
}

async function upgradeOnNode(target: UpgradeTarget, node: string): Promise<void> {
  const { client, settings, path, clock, signal } = target;
  await target.log(` > "${node}": starting update`);
  const before = await kubeletRun(target, node);
  if (before?.healthy !== true) {
    throw new TalosctlError(`${node}: kubelet is not healthy, and is left as it is: ${await lastEvent(target, node)}`, {
      hint: `look at \`talosctl -n ${node} logs kubelet\` first`,
    });
  }
  const current = (await currentKubeletImage(target, node)).replace(/@.*$/, '');
  const image = wantedKubeletImage(target, current);
  const version = tagOf(image).replace(/^v/, '');
  if (current !== image) {
    await target.log(` > update kubelet: ${tagOf(current).replace(/^v/, '') || path.from} -> ${version}`);
    if (settings.dryRun) {
      await target.log(' > skipped in dry-run');
      return;
    }
    const change = (main: ValueMap): void => {
      mapAt(main, 'machine', 'kubelet')['image'] = image;
    };
    await changeNodeConfig(client, { node, change, encode: settings.encode, clock, signal });
    await target.log(` > "${node}": machine configuration patched`);
    await target.log(` > "${node}": waiting for kubelet restart`);
    await untilRestarted(target, node, before.since);
  }
  if (settings.dryRun) return;
  await target.log(` > "${node}": waiting for node update`);
  await waitFor(
    target,
    `${node}: kubelet ${path.to}`,
    nodeTimeout,
    () => nodeProgress(target, node),
    (reason) => target.log(` > "${node}": waiting, ${reason}`),
  );
  await target.log(` < "${node}": successfully updated`);
}

interface KubeletRun {
  readonly healthy: boolean;
  /** Tells this run from the next: the resource of a service is made anew when it starts. */
  readonly since: string;
}

/** Undefined while kubelet does not run. */
async function kubeletRun(target: UpgradeTarget, node: string): Promise<KubeletRun | undefined> {
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

async function kubeletEvents(target: UpgradeTarget, node: string) {
  const { messages } = await target.client.unary(MachineServiceService.serviceList, {}, callTo(target, node));
  return messages[0]?.services.find(({ id }) => id === 'kubelet')?.events?.events ?? [];
}

async function lastStart(target: UpgradeTarget, node: string): Promise<string> {
  const start = (await kubeletEvents(target, node)).findLast(({ msg }) => msg.startsWith('Started task'));
  return start === undefined ? '' : `${start.ts?.seconds}.${start.ts?.nanos} ${start.msg}`;
}

async function lastEvent(target: UpgradeTarget, node: string): Promise<string> {
  const event = (await kubeletEvents(target, node)).at(-1);
  return event === undefined ? 'nothing has happened to it yet' : `${event.state}, ${event.msg}`;
}

/** Waits until kubelet runs again, and is healthy. */
export async function untilRestarted(
  target: UpgradeTarget,
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
      return notYet(await lastEvent(target, node));
    },
    (reason) => target.log(` > "${node}": kubelet: ${reason}`),
  );
}

async function nodeProgress(target: UpgradeTarget, address: string): Promise<Progress> {
  const nodes = await listNodes(target.kube, { signal: target.signal });
  const node = nodes.find((candidate) => addressesOf(candidate).includes(address));
  if (node === undefined) return notYet('the node is not known to Kubernetes');
  const found = node.status?.nodeInfo?.kubeletVersion ?? '';
  const wanted = `v${target.path.to}`;
  if (found !== wanted) return notYet(`node version mismatch: got "${found}", expected "${wanted}"`);
  return isReady(node) ? reached : notYet('the node is not ready');
}
