import { getResource } from '../../client/state.js';
import type { ValueMap } from '../../machineconfig/document.js';
import { text } from '../../resources/spec-fields.js';
import { isReady, type KubePod, listPods } from '../api/objects.js';
import { changeNodeConfig, mapAt } from '../machine-config.js';
import { callTo, type UpgradeImages, type UpgradeTarget } from './upgrade-target.js';
import { notYet, type Progress, reached, waitFor } from './wait.js';

const system = 'kube-system';
const configVersion = 'talos.dev/config-version';
const configTimeout = 60_000;
const podTimeout = 5 * 60_000;

interface Component {
  readonly name: string;
  /** Of the resource that its static pod is made from. */
  readonly type: string;
  /** Section of `cluster` in the machine configuration. */
  readonly section: string;
  readonly repository: keyof UpgradeImages;
}

const components: readonly Component[] = [
  {
    name: 'kube-apiserver',
    type: 'APIServerConfigs.kubernetes.talos.dev',
    section: 'apiServer',
    repository: 'apiServer',
  },
  {
    name: 'kube-controller-manager',
    type: 'ControllerManagerConfigs.kubernetes.talos.dev',
    section: 'controllerManager',
    repository: 'controllerManager',
  },
  {
    name: 'kube-scheduler',
    type: 'SchedulerConfigs.kubernetes.talos.dev',
    section: 'scheduler',
    repository: 'scheduler',
  },
];

/** Upgrades the components of the control plane, one after the other, node by node. */
export async function upgradeControlPlane(target: UpgradeTarget): Promise<void> {
  for (const component of components) {
    await target.log(`updating "${component.name}" to version "${target.path.to}"`);
    for (const node of target.controlPlane) await upgradeOnNode(target, component, node);
  }
}

async function upgradeOnNode(target: UpgradeTarget, component: Component, node: string): Promise<void> {
  const { name, section, repository } = component;
  const { client, settings, path, clock, signal } = target;
  const image = `${settings.images[repository]}:v${path.to}`;
  await target.log(` > "${node}": starting update`);
  const before = await readConfig(target, component, node);
  if (before.image !== image) {
    await target.log(` > update ${name}: ${versionOf(before.image) || path.from} -> ${path.to}`);
    if (settings.dryRun) {
      await target.log(' > skipped in dry-run');
      return;
    }
    const change = (main: ValueMap): void => {
      mapAt(main, 'cluster', section)['image'] = image;
    };
    await changeNodeConfig(client, { node, change, encode: settings.encode, clock, signal });
    await target.log(` > "${node}": machine configuration patched`);
  }
  if (settings.dryRun) return;
  let version = before.version;
  const say = (reason: string): Promise<void> => target.log(` > "${node}": ${name}: waiting, ${reason}`);
  await waitFor(
    target,
    `${node}: the configuration of ${name}`,
    configTimeout,
    async () => {
      const now = await readConfig(target, component, node);
      version = now.version;
      return now.image === image ? reached : notYet(`its image is ${now.image} still`);
    },
    say,
  );
  await target.log(` > "${node}": waiting for ${name} pod update`);
  await waitFor(target, `${node}: ${name} ${path.to}`, podTimeout, () => podProgress(target, name, node, version), say);
  await target.log(` < "${node}": successfully updated`);
}

async function readConfig(
  target: UpgradeTarget,
  { name, type }: Component,
  node: string,
): Promise<{ readonly image: string; readonly version: string }> {
  const resource = await getResource(target.client, { namespace: 'controlplane', type }, name, callTo(target, node));
  return { image: text(resource.spec(), 'image'), version: resource.metadata.version };
}

/** The tag, as it is shown. */
function versionOf(image: string): string {
  return /:([^:@/]+)(?:@.*)?$/.exec(image)?.[1] ?? '';
}

async function podProgress(target: UpgradeTarget, name: string, node: string, version: string): Promise<Progress> {
  const pods = await listPods(
    target.kube,
    { namespace: system, labels: `k8s-app = ${name}` },
    { signal: target.signal },
  );
  const pod = pods.find(({ status }) => status?.hostIP === node);
  if (pod === undefined) return notYet('there is no pod of it on the node');
  const found = pod.metadata?.annotations?.[configVersion] ?? '';
  if (found !== version) {
    return notYet(`config version mismatch: got ${JSON.stringify(found)}, expected ${JSON.stringify(version)}`);
  }
  return isReady(pod) ? reached : notYet(`the pod is not ready${waitingReason(pod)}`);
}

function waitingReason(pod: KubePod): string {
  const [waiting] = (pod.status?.containerStatuses ?? []).flatMap(({ state }) => state?.waiting ?? []);
  if (waiting === undefined) return '';
  return `: ${waiting.reason ?? 'waiting'}${waiting.message === undefined ? '' : `, ${waiting.message}`}`;
}

/** Gives kube-proxy, which the nodes run from a manifest, its new image. */
export async function upgradeKubeProxy(target: UpgradeTarget): Promise<void> {
  const { client, settings, path, clock, signal } = target;
  const image = `${settings.images.proxy}:v${path.to}`;
  await target.log(`updating kube-proxy to version "${path.to}"`);
  for (const node of target.controlPlane) {
    await target.log(` > "${node}": starting update`);
    if (settings.dryRun) {
      await target.log(' > skipped in dry-run');
      continue;
    }
    const change = (main: ValueMap): void => {
      mapAt(main, 'cluster', 'proxy')['image'] = image;
    };
    await changeNodeConfig(client, { node, change, encode: settings.encode, clock, signal });
    await waitFor(
      target,
      `${node}: the manifest of kube-proxy`,
      configTimeout,
      async () => {
        const kind = { namespace: 'controlplane', type: 'BootstrapManifestsConfigs.kubernetes.talos.dev' };
        const resource = await getResource(client, kind, 'manifests', callTo(target, node));
        const found = text(resource.spec(), 'proxyImage');
        return found === image ? reached : notYet(`its image is ${found} still`);
      },
      (reason) => target.log(` > "${node}": kube-proxy: waiting, ${reason}`),
    );
  }
}
