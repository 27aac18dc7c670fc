import {
  cpu,
  kernelCommandLine,
  kernelModules,
  kernelParameters,
  memoryMiB,
  partitions,
  platform,
} from '../hardware.js';
import { asMap, asText, fingerprint, type NodeView, type Rule, resource } from '../node.js';
import { partitionPath } from './volumes.js';

const apiPort = ':50000';
const firstMountNamespace = 4026531841;

/** The running system: stage, services' processes, kernel, configuration of the API and of logging. */
export const runtimeRules: Rule = (node) => {
  const { facts, config } = node;
  return [
    resource('MachineStatuses.runtime.talos.dev', 'machine', 'runtime.MachineStatusController', {
      stage: facts.stage,
      status: { ready: facts.unmetConditions.length === 0, unmetConditions: facts.unmetConditions },
    }),
    resource('Versions.runtime.talos.dev', 'version', 'runtime.VersionController', {
      name: 'Talos',
      version: facts.version,
    }),
    resource('SecurityStates.talos.dev', 'securitystate', 'runtime.SecurityStateController', {
      selinuxState: 'enabled, permissive',
      bootedWithUKI: true,
      moduleSignatureEnforced: true,
    }),
    resource('BootedEntries.talos.dev', 'bootedentry', 'runtime.BootedEntryController', {
      bootedEntry: `Talos-${facts.version}.efi`,
    }),
    resource('DevicesStatuses.runtime.talos.dev', 'devices', 'runtime.DevicesStatusController', { ready: true }),
    resource('Environments.runtime.talos.dev', 'machined', 'runtime.EnvironmentController', {
      variables: environment(node),
    }),
    ...api(node),
    ...processes(node),
    ...kernel(node),
    ...mounts(node),
    resource('MetaLoads.runtime.talos.dev', 'meta-loaded', '', { done: true }),
    ...Object.entries(facts.metaKeys ?? {}).map(([id, value]) =>
      resource('MetaKeys.runtime.talos.dev', id, '', { value }),
    ),
    resource('PlatformMetadatas.talos.dev', 'platformmetadata', 'network.PlatformConfigApplyController', {
      platform,
    }),
    ...(config === undefined ? [] : logDestinations(node)),
    ...(config?.documents('WatchdogTimerConfig') ?? []).map((document) =>
      resource('WatchdogTimerConfigs.runtime.talos.dev', 'timer', 'runtime.WatchdogTimerConfigController', {
        device: asText(document.device),
        timeout: asText(document.timeout) ?? '1m0s',
      }),
    ),
    ...(config?.documents('ExtensionServiceConfig') ?? []).map((document) =>
      resource(
        'ExtensionServiceConfigs.runtime.talos.dev',
        asText(document.name) ?? '',
        'runtime.ExtensionServiceConfigController',
        {
          files: Array.isArray(document.configFiles)
            ? document.configFiles.map(asMap).map(({ content, mountPath }) => ({ content, mountPath }))
            : [],
          environment: document.environment,
        },
      ),
    ),
  ];
};

/** The environment of the system's first process; the configuration adds to it. */
function environment({ facts, config }: NodeView): readonly string[] {
  const variables: Readonly<Record<string, string>> = {
    HOME: '/',
    PATH: '/usr/bin:/usr/local/sbin:/usr/local/bin:/opt/cni/bin',
    TERM: 'linux',
    HOSTNAME: facts.hostname,
    TALOSSKU: `${cpu.threads}CPU-${memoryMiB}RAM`,
    ...config?.textMap('machine.env'),
    ...Object.assign({}, ...(config?.documents('EnvironmentConfig') ?? []).map(({ variables }) => asMap(variables))),
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}

function api({ facts, config }: NodeView) {
  const maintenance = config === undefined;
  return [
    resource('APIServiceConfigs.runtime.talos.dev', 'apid', 'runtime.APIServiceConfigController', {
      listenAddress: apiPort,
      nodeRoutingDisabled: maintenance,
      readonlyRoleMode: maintenance,
      skipVerifyingClientCert: maintenance,
    }),
    resource('MaintenanceServiceConfigs.runtime.talos.dev', 'maintenance', 'runtime.MaintenanceConfigController', {
      listenAddress: apiPort,
      reachableAddresses: [facts.address],
    }),
    ...(maintenance
      ? [
          resource(
            'MaintenanceServiceRequests.runtime.talos.dev',
            'maintenance',
            'config.AcquireController',
            {},
            {
              finalizers: ['runtime.APIServiceConfigController'],
            },
          ),
        ]
      : []),
  ];
}

/** The processes of services: containers have a mount namespace of their own, the rest share the first process'. */
function processes(node: NodeView) {
  return node.facts.services
    .filter(({ state }) => state === 'Running')
    .map(({ id, pid }) => {
      const shared = ['machined', 'containerd', 'cri', 'udevd'].includes(id);
      const seed = Number.parseInt(fingerprint(node, `${node.facts.bootId} ${id}`).slice(0, 6), 16);
      return resource('ServicePIDs.runtime.talos.dev', id, '', {
        pid: id === 'machined' ? 1 : (pid ?? 0),
        mountNamespace: `mnt:[${firstMountNamespace + (shared ? 0 : 400 + (seed % 100))}]`,
      });
    });
}

function kernel({ config }: NodeView) {
  const configured = config?.textMap('machine.sysctls') ?? {};
  const sysfs = config?.textMap('machine.sysfs') ?? {};
  const wanted: Record<string, readonly [current: string, before: string]> = Object.fromEntries(
    Object.entries(kernelParameters).map(([key, value]) => [`proc.sys.${key}`, value]),
  );
  const requested: readonly (readonly [key: string, value: string])[] = [
    ...Object.entries(configured).map(([key, value]) => [`proc.sys.${key}`, value] as const),
    ...Object.entries(sysfs).map(([key, value]) => [`sys.${key}`, value] as const),
  ];
  for (const [key, value] of requested) wanted[key] = [value, wanted[key]?.[1] ?? ''];
  return [
    resource('KernelCmdlines.runtime.talos.dev', 'cmdline', 'runtime.KernelCmdlineController', {
      cmdline: kernelCommandLine,
    }),
    ...Object.entries(kernelParameters).map(([key, [value]]) =>
      resource(
        'KernelParamDefaultSpecs.runtime.talos.dev',
        `proc.sys.${key}`,
        'runtime.KernelParamDefaultsController',
        {
          value,
        },
      ),
    ),
    ...requested.map(([key, value]) =>
      resource('KernelParamSpecs.runtime.talos.dev', key, 'runtime.KernelParamConfigController', { value }),
    ),
    ...Object.entries(wanted).map(([key, [current, before]]) =>
      resource('KernelParamStatuses.runtime.talos.dev', key, 'runtime.KernelParamSpecController', {
        current,
        default: before,
      }),
    ),
    ...(config?.list('machine.kernel.modules') ?? []).map(({ name, parameters }) =>
      resource('KernelModuleSpecs.runtime.talos.dev', asText(name) ?? '', 'runtime.KernelModuleConfigController', {
        string: asText(name),
        parameters,
      }),
    ),
    ...kernelModules.map(({ name, size, dependencies, address }) =>
      resource('LoadedKernelModules.runtime.talos.dev', name, 'runtime.LoadedKernelModuleController', {
        size,
        referenceCount: kernelModules.filter((other) => (other.dependencies as readonly string[]).includes(name))
          .length,
        dependencies,
        state: 'Live',
        address,
      }),
    ),
  ];
}

/** The file systems of the system's own partitions. */
function mounts({ config }: NodeView) {
  if (config === undefined) return [];
  const targets: Readonly<Record<string, string>> = { STATE: '/system/state', EPHEMERAL: '/var' };
  return partitions
    .filter(({ label }) => targets[label] !== undefined)
    .map(({ label, number }) =>
      resource('MountStatuses.runtime.talos.dev', label, 'runtime.MountStatusController', {
        source: partitionPath(number),
        target: targets[label],
        filesystemType: 'xfs',
      }),
    );
}

function logDestinations({ config }: NodeView) {
  const endpoint = asText(config?.documents('EventSinkConfig')[0]?.endpoint);
  const destinations = (config?.documents('KmsgLogConfig') ?? []).map(({ url }) => asText(url) ?? '');
  return [
    ...(endpoint === undefined
      ? []
      : [
          resource('EventSinkConfigs.runtime.talos.dev', 'event-sink', 'runtime.EventsSinkConfigController', {
            endpoint,
          }),
        ]),
    ...(destinations.length === 0
      ? []
      : [
          resource('KmsgLogConfigs.runtime.talos.dev', 'kmsg-log', 'runtime.KmsgLogConfigController', { destinations }),
        ]),
  ];
}
