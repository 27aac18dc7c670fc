import { TalosctlError } from '../../errors/errors.js';
import type { ValueMap } from '../../machineconfig/document.js';
import { addressesOf, isReady, listNodes } from '../api/objects.js';
import { kubeletRun, lastKubeletEvent, untilRestarted } from '../kubelet.js';
import { changeNodeConfig, mapAt } from '../machine-config.js';
import { tagOf } from './detect.js';
import { currentKubeletImage, wantedKubeletImage } from './pull.js';
import type { UpgradeTarget } from './upgrade-target.js';
import { notYet, type Progress, reached, waitFor } from './wait.js';

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
    throw new TalosctlError(
      `${node}: kubelet is not healthy, and is left as it is: ${await lastKubeletEvent(target, node)}`,
      {
        hint: `look at \`talosctl -n ${node} logs kubelet\` first`,
      },
    );
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

async function nodeProgress(target: UpgradeTarget, address: string): Promise<Progress> {
  const nodes = await listNodes(target.kube, { signal: target.signal });
  const node = nodes.find((candidate) => addressesOf(candidate).includes(address));
  if (node === undefined) return notYet('the node is not known to Kubernetes');
  const found = node.status?.nodeInfo?.kubeletVersion ?? '';
  const wanted = `v${target.path.to}`;
  if (found !== wanted) return notYet(`node version mismatch: got "${found}", expected "${wanted}"`);
  return isReady(node) ? reached : notYet('the node is not ready');
}
