import { type FlagValues, flag } from '../../../cli/flags.js';
import { TalosctlError, UsageError } from '../../../errors/errors.js';
import { currentContract, parseContract } from '../../../machineconfig/generate/contract.js';
import { parseControlPlaneEndpoint } from '../../../machineconfig/generate/endpoint.js';
import { defaultInstallImage } from '../../../machineconfig/generate/images.js';
import type { RegistryMirror } from '../../../machineconfig/generate/input.js';
import {
  defaultKubernetesVersion,
  parseKubernetesVersion,
} from '../../../machineconfig/generate/kubernetes-version.js';
import { forceFlag } from '../new-files.js';
import { completeRoles, requireKnownRoles } from '../roles.js';
import type { GenConfigOptions } from './options.js';
import { outputTypes, resolveOutputs } from './outputs.js';

const year = 365 * 24 * 3_600_000;

/** The flags of `gen config`. */
export const genConfigFlags = {
  'with-secrets': flag.string('secrets of the cluster, as `gen secrets` writes them; made anew when not given'),
  'install-disk': flag.string('disk to install Talos to', { default: '/dev/sda' }),
  'install-image': flag.string('image that installs Talos', { default: defaultInstallImage }),
  'additional-sans': flag.stringSlice('further names and addresses for the certificates of the API servers'),
  'dns-domain': flag.string('DNS domain of the cluster', { default: 'cluster.local' }),
  version: flag.string('version of the configuration format', { default: 'v1alpha1' }),
  'talos-version': flag.string('version of Talos that the configuration is for, e.g. v1.10'),
  'kubernetes-version': flag.string('version of Kubernetes to run', { default: defaultKubernetesVersion }),
  'config-patch': flag.stringArray('patch for all machines, or @file with it; may be repeated'),
  'config-patch-control-plane': flag.stringArray('patch for control plane machines, after those for all'),
  'config-patch-worker': flag.stringArray('patch for workers, after those for all'),
  'registry-mirror': flag.stringSlice('registries and their mirrors, each <host>=<URL>'),
  'with-docs': flag.bool('explain every field in a comment', { default: true }),
  'with-examples': flag.bool('show examples in comments', { default: true }),
  'with-cluster-discovery': flag.bool('let the machines find each other through the discovery service', {
    default: true,
  }),
  'with-kubespan': flag.bool('connect the machines by KubeSpan'),
  'output-types': flag.stringSlice(`what to make, of ${outputTypes.join(', ')}`, {
    short: 't',
    default: [...outputTypes],
  }),
  output: flag.string('folder for several types, file for a single one, - for standard output', { short: 'o' }),
  'output-dir': flag.string('folder to write to', { hidden: true }),
  roles: flag.stringSlice('roles of the talosconfig', { default: ['os:admin'] }),
  'crt-ttl': flag.duration('how long the certificate of the talosconfig is valid', { default: year }),
  force: forceFlag,
} as const;

/** The flags of a `gen config` command line that has none. */
export function defaultGenConfigFlags(): FlagValues<typeof genConfigFlags> {
  const values = Object.fromEntries(Object.entries(genConfigFlags).map(([name, { default: value }]) => [name, value]));
  return { values: values as FlagValues<typeof genConfigFlags>['values'], changed: () => false };
}

/** Checks the flags of `gen config` against each other and reads them. */
export function readGenConfigFlags(
  [clusterName = '', endpoint = '']: readonly string[],
  flags: FlagValues<typeof genConfigFlags>,
): GenConfigOptions {
  const { values } = flags;
  if (values.version !== 'v1alpha1') {
    throw new TalosctlError(`unknown version of the configuration format: "${values.version}"`, {
      hint: 'there is only v1alpha1; the version of Talos is given by --talos-version',
    });
  }
  const outputs = resolveOutputs({
    types: values['output-types'],
    output: values.output,
    outputDir: values['output-dir'],
  });
  if (!outputs.has('talosconfig') && (flags.changed('roles') || flags.changed('crt-ttl'))) {
    throw new UsageError('--roles and --crt-ttl are for the talosconfig, which --output-types leaves out');
  }
  if (values['crt-ttl'] <= 0) throw new UsageError('--crt-ttl has to be longer than nothing');
  const kubernetesVersion = values['kubernetes-version'];
  const talosVersion = values['talos-version'];
  return {
    clusterName,
    endpoint: parseControlPlaneEndpoint(endpoint),
    contract: talosVersion === '' ? currentContract : parseContract(talosVersion),
    kubernetesVersion: kubernetesVersion === '' ? '' : parseKubernetesVersion(kubernetesVersion),
    secretsFile: values['with-secrets'],
    installDisk: values['install-disk'],
    installImage: values['install-image'],
    additionalSans: values['additional-sans'],
    dnsDomain: values['dns-domain'],
    discovery: values['with-cluster-discovery'],
    kubeSpan: values['with-kubespan'],
    registryMirrors: values['registry-mirror'].map(parseRegistryMirror),
    patches: values['config-patch'],
    controlPlanePatches: values['config-patch-control-plane'],
    workerPatches: values['config-patch-worker'],
    comments: { docs: values['with-docs'], examples: values['with-examples'] },
    outputs,
    roles: requireKnownRoles(values.roles),
    certificateLifetime: values['crt-ttl'],
    force: values.force,
  };
}

/** Reads `docker.io=https://mirror.example.org`. */
function parseRegistryMirror(written: string): RegistryMirror {
  const at = written.indexOf('=');
  if (at < 0) {
    throw new TalosctlError(`--registry-mirror: "${written}" is not of the form <host>=<URL>`, {
      hint: 'for example docker.io=https://mirror.example.org',
    });
  }
  return { host: written.slice(0, at), endpoints: [written.slice(at + 1)] };
}

export const completeGenConfigFlags = {
  roles: completeRoles,
  'output-types': async () => outputTypes.map((value) => ({ value })),
};
