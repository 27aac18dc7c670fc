import parse from 'semver/functions/parse.js';
import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { TalosctlError, UsageError } from '../errors/errors.js';
import { clientVersion } from './shared/client-version.js';
import { yesFlag } from './shared/confirm-target.js';
import { imageNamespaces } from './shared/image/namespace-flag.js';
import { outputFlag } from './shared/output-format.js';
import { readTrackFlags, trackFlags } from './shared/track/flags.js';

const drainTimeout = 5 * 60_000;
const olderOnly = 'only nodes before Talos 1.13, and --legacy, take notice of it';

export const command = defineCommand({
  words: 'upgrade',
  use: 'upgrade',
  summary: 'Upgrade Talos on nodes',
  description:
    'Installs another version of Talos beside the one that runs, moves the pods away, reboots, and waits until the node ' +
    'runs the new version, is Ready in Kubernetes again, and as well as it was before.\n\n' +
    'Several nodes are upgraded one after the other, or with --parallel some at once, control plane nodes always one by ' +
    'one. All of them pull the image before the first one is touched, and the first that fails is the last that was ' +
    'begun: those that were not begun are named, to go on with. Before the next one goes, etcd, the API servers and the ' +
    'nodes upgraded so far have to be well; a control plane node is not taken down where etcd would lose its quorum. ' +
    '--force goes on all the same. With --to, nodes that run the version already are ' +
    'skipped.\n\n' +
    '--to names a version and takes the installer that the node needs: of its schematic, platform and secure boot, from ' +
    'where it was installed. --image names the installer itself. An image without the extensions that a node has is ' +
    'refused, unless --allow-extension-loss is given.\n\n' +
    'With --dry-run: a table of what would be done, or with -o json or -o yaml an object for each node with "version", ' +
    '"newVersion", "image", "schematic", "extensions", "steps" and "warnings".',
  examples:
    '  talosctl upgrade -n 10.5.0.3 --to 1.13.9\n' +
    '  talosctl upgrade -n 10.5.0.2,10.5.0.3 --image ghcr.io/siderolabs/installer:v1.13.9\n' +
    '  talosctl upgrade -n @workers --to 1.13.9 --parallel 3 --dry-run',
  connection: 'flags',
  args: noArguments,
  flags: {
    image: flag.string('the installer image', {
      short: 'i',
      default: `ghcr.io/siderolabs/installer:${clientVersion}`,
    }),
    to: flag.string('upgrade to this version, with the installer that the node needs; in place of --image', {
      placeholder: 'version',
    }),
    'allow-extension-loss': flag.bool('go on where the image lacks extensions that the node has'),
    namespace: flag.enumeration(
      'where the image is pulled to: cri (Kubernetes), system (Talos, etcd and kubelet), inmem (the containerd in memory)',
      imageNamespaces,
      { default: 'system', placeholder: 'string' },
    ),
    'reboot-mode': flag.enumeration(
      'default; powercycle: through the firmware instead of kexec; force: without stopping anything',
      ['default', 'powercycle', 'force'],
      { short: 'm', default: 'default', foldCase: true },
    ),
    'no-reboot': flag.bool('install only: no draining, no reboot'),
    drain: flag.bool('move the pods off the Kubernetes node before the reboot; implies --wait', { default: true }),
    'drain-timeout': flag.duration('how long moving the pods may take', { default: drainTimeout }),
    parallel: flag.int('how many nodes are upgraded at once', { default: 1 }),
    'dry-run': flag.bool('only show what would be done'),
    output: outputFlag,
    yes: yesFlag,
    ...trackFlags,
    legacy: flag.bool('use the call of versions before Talos 1.13'),
    force: flag.bool('go on also where etcd would lose its quorum, or the cluster is not well between two nodes', {
      short: 'f',
    }),
    insecure: flag.bool('upgrade a node in maintenance mode', { hidden: true, deprecated: olderOnly }),
    preserve: flag.bool('keep data', { short: 'p', hidden: true, deprecated: olderOnly }),
    stage: flag.bool('install early in the next boot', { short: 's', hidden: true, deprecated: olderOnly }),
  },
  resolve: (_args, { values, changed }) => {
    const tracking = readTrackFlags({ values });
    const reboot = !values['no-reboot'];
    const wait = tracking.wait || values.drain;
    if (values.insecure && wait) {
      throw new TalosctlError('--wait and --insecure cannot be used together: there is nobody to ask how it goes on', {
        hint: 'add --wait=false --drain=false',
      });
    }
    if (values.to !== '' && (changed('image') || values.insecure)) {
      throw new UsageError(`--to cannot be used together with --${changed('image') ? 'image' : 'insecure'}`);
    }
    if (values.parallel < 1) throw new UsageError('--parallel takes a number from 1 on');
    return {
      insecure: values.insecure,
      options: {
        wish: {
          to: versionOf(values.to),
          image: values.image,
          allowExtensionLoss: values['allow-extension-loss'],
          legacy: values.legacy,
        },
        settings: {
          namespace: values.namespace,
          rebootMode: values['reboot-mode'],
          reboot,
          drainTimeout: values.drain && reboot ? values['drain-timeout'] : undefined,
          wait,
          force: values.force,
          legacy: { preserve: values.preserve, stage: values.stage },
        },
        tracking: { ...tracking, wait },
        parallel: values.parallel,
        dryRun: values['dry-run'],
        output: values.output,
        yes: values.yes,
      },
    };
  },
  async run(ctx, { insecure, options }) {
    if (insecure) {
      const { upgradeInMaintenance } = await import('./shared/upgrade/ask.js');
      return upgradeInMaintenance(ctx, options);
    }
    const { runUpgrade } = await import('./shared/upgrade/run.js');
    await runUpgrade(ctx, options);
  },
});

/** `1.13.9` and `v1.13.9`; empty where none is given. */
function versionOf(text: string): string {
  if (text === '') return '';
  const version = parse(text);
  if (version === null) {
    throw new UsageError(`--to takes a version of Talos such as ${clientVersion}, not "${text}"`);
  }
  return `v${version.version}`;
}
