import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { UsageError } from '../errors/errors.js';
import { type InventoryPolicy, inventoryPolicies } from '../kube/manifests/policy.js';
import type { UpgradeImages } from '../kube/upgrade/upgrade-target.js';

const defaultVersion = '1.36.3';
const reconcileTimeout = 5 * 60_000;
const registry = 'registry.k8s.io';

export const command = defineCommand({
  words: 'upgrade-k8s',
  use: 'upgrade-k8s',
  summary: 'Upgrade Kubernetes in the cluster',
  description:
    'Upgrades Kubernetes, one minor version at a time: pulls the images, then upgrades the components of the control plane ' +
    'one after the other, kube-proxy, the kubelets node by node, and in the end what the manifests of the cluster say. ' +
    'Waits for each step, and ends at the first that does not come up. Run again, it skips what is done.\n\n' +
    'With --dry-run it says what it would do, and changes nothing.',
  examples: '  talosctl upgrade-k8s --to 1.36.3 --dry-run\n  talosctl upgrade-k8s --to 1.36.3',
  connection: 'flags',
  args: noArguments,
  flags: {
    'apiserver-image': flag.string('image of kube-apiserver, without tag', { default: `${registry}/kube-apiserver` }),
    'controller-manager-image': flag.string('image of kube-controller-manager, without tag', {
      default: `${registry}/kube-controller-manager`,
    }),
    'dry-run': flag.bool('say what would be done, and do nothing'),
    endpoint: flag.string('endpoint of the Kubernetes API, in place of that of the kubeconfig'),
    from: flag.string('version of Kubernetes to upgrade from; the lowest in the cluster unless given'),
    'kubelet-image': flag.string('image of kubelet, without tag', { default: 'ghcr.io/siderolabs/kubelet' }),
    'manifests-force': flag.bool('make objects anew that cannot be changed in place'),
    'manifests-inventory-policy': flag.string(`what may be taken over: ${inventoryPolicies.join(', ')}`, {
      default: 'AdoptIfNoInventory',
    }),
    'manifests-no-prune': flag.bool('leave objects that no manifest has any more'),
    'manifests-reconcile-timeout': flag.duration(
      'how long an object may take until it is as it should be; 0: no waiting',
      {
        default: reconcileTimeout,
      },
    ),
    'pre-pull-images': flag.bool('pull all images before anything is changed', { default: true }),
    'proxy-image': flag.string('image of kube-proxy, without tag', { default: `${registry}/kube-proxy` }),
    'scheduler-image': flag.string('image of kube-scheduler, without tag', { default: `${registry}/kube-scheduler` }),
    to: flag.string('version of Kubernetes to upgrade to', { default: defaultVersion }),
    'upgrade-kubelet': flag.bool('upgrade the kubelets too', { default: true }),
    'with-docs': flag.bool('explain every key in the machine configurations', { default: true }),
    'with-examples': flag.bool('show examples in the machine configurations', { default: true }),
  },
  completeFlags: {
    'manifests-inventory-policy': async () => inventoryPolicies.map((value) => ({ value })),
  },
  resolve(_args, { values }) {
    const images: UpgradeImages = {
      kubelet: repository('kubelet-image', values['kubelet-image']),
      apiServer: repository('apiserver-image', values['apiserver-image']),
      controllerManager: repository('controller-manager-image', values['controller-manager-image']),
      scheduler: repository('scheduler-image', values['scheduler-image']),
      proxy: repository('proxy-image', values['proxy-image']),
    };
    return {
      from: values.from,
      to: values.to,
      endpoint: values.endpoint,
      settings: {
        images,
        dryRun: values['dry-run'],
        prePull: values['pre-pull-images'],
        kubelet: values['upgrade-kubelet'],
        encode: { comments: values['with-docs'], examples: values['with-examples'] },
        manifests: {
          policy: inventoryPolicy(values['manifests-inventory-policy']),
          force: values['manifests-force'],
          noPrune: values['manifests-no-prune'],
          reconcileTimeout: values['manifests-reconcile-timeout'],
        },
      },
    };
  },
  async run(ctx, options) {
    const { runUpgrade } = await import('./shared/upgrade-k8s/run.js');
    await runUpgrade(ctx, options);
  },
});

function inventoryPolicy(text: string): InventoryPolicy {
  const found = inventoryPolicies.find((policy) => policy === text);
  if (found !== undefined) return found;
  throw new UsageError(
    `--manifests-inventory-policy is one of ${inventoryPolicies.join(', ')}, not ${JSON.stringify(text)}`,
  );
}

/** Checks an image without tag and digest: the version is what is upgraded to. */
function repository(name: string, text: string): string {
  const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
  if (new RegExp(`^(?:[\\w.-]+(?::\\d+)?/)?${part}(?:/${part})*$`).test(text)) return text;
  const hint = /(@sha256:|:[^/]+$)/.test(text) ? ': the tag follows from --to' : '';
  throw new UsageError(`--${name}: ${JSON.stringify(text)} is no image without tag${hint}`);
}
