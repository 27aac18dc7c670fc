import { getResource } from '../../client/state.js';
import { CallError, TalosctlError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import { ContainerdNamespace } from '../../gen/common/common.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { text } from '../../resources/spec-fields.js';
import { callTo, type UpgradeTarget } from './upgrade-target.js';

const pullTimeout = 10 * 60_000;

/** Has the nodes pull the images that they will need, so that a missing one is known before anything changes. */
export async function prePullImages(target: UpgradeTarget): Promise<void> {
  const { images, kubelet } = target.settings;
  for (const repository of [images.apiServer, images.controllerManager, images.scheduler]) {
    for (const node of target.controlPlane) {
      await pull(target, node, ContainerdNamespace.NS_CRI, `${repository}:v${target.path.to}`);
    }
  }
  if (!kubelet) return;
  for (const node of [...target.controlPlane, ...target.workers]) {
    await pull(target, node, ContainerdNamespace.NS_SYSTEM, await kubeletImage(target, node));
  }
}

async function pull(target: UpgradeTarget, node: string, namespace: ContainerdNamespace, image: string): Promise<void> {
  await target.log(` > "${node}": pre-pulling ${image}`);
  if (target.settings.dryRun) {
    await target.log(' > skipped in dry-run');
    return;
  }
  try {
    const call = { ...callTo(target, node), timeout: pullTimeout };
    const { messages } = await target.client.unary(
      MachineServiceService.imagePull,
      { namespace, reference: image },
      call,
    );
    const failure = messages[0]?.metadata?.error ?? '';
    if (failure !== '') throw new TalosctlError(failure);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== GrpcStatus.Unimplemented) throw pullFailure(error, node, image);
    await target.log(` < "${node}": not implemented, skipping`);
  }
}

function pullFailure(error: unknown, node: string, image: string): unknown {
  if (!(error instanceof CallError) || error.code !== GrpcStatus.NotFound) return error;
  return new TalosctlError(`${node} cannot pull ${image}: ${error.message}`, {
    cause: error,
    hint: 'nothing was changed; look at --to and the flags that name images',
  });
}

/** The image of kubelet that a node shall get: a variant that it has now (`-fat`, `-slim`) is kept. */
export async function kubeletImage(target: UpgradeTarget, node: string): Promise<string> {
  return wantedKubeletImage(target, (await currentKubeletImage(target, node)) ?? '');
}

export function wantedKubeletImage({ settings, path }: UpgradeTarget, current: string): string {
  const suffix = /-(?:fat|slim)$/.exec(current.replace(/@.*$/, ''))?.[0] ?? '';
  return `${settings.images.kubelet}:v${path.to}${suffix}`;
}

export async function currentKubeletImage(target: UpgradeTarget, node: string): Promise<string> {
  const kind = { namespace: 'k8s', type: 'KubeletSpecs.kubernetes.talos.dev' };
  return text((await getResource(target.client, kind, 'kubelet', callTo(target, node))).spec(), 'image');
}
