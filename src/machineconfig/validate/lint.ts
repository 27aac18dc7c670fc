import type { MachineConfig, Problem } from '../document.js';
import { itemPath, keyPath } from '../path.js';
import { hostnameClash } from './documents/network.js';
import { checkInlineManifests } from './inline-manifests.js';
import { Section } from './section.js';
import { isPrefix } from './values/networks.js';
import { parseUrl } from './values/urls.js';

interface Part {
  readonly kind: string;
  readonly section: Section;
}

/**
 * Warnings about what passes for a configuration and then troubles a node, for commands that make configurations without
 * validating them. Any configuration will do, also a part of one.
 */
export function lintConfig(config: MachineConfig): Problem[] {
  const parts = partsOf(config);
  findTrouble(parts, 'making');
  return parts.flatMap(({ section }) => section.report.problems);
}

/** What a node takes and then does not boot with, as errors: for commands that give a configuration to a node. */
export function bootTrouble(config: MachineConfig): Problem[] {
  const parts = partsOf(config).filter(({ kind }) => kind === 'v1alpha1');
  for (const { section } of parts) checkFiles(section, 'error');
  return parts.flatMap(({ section }) => section.report.problems);
}

function partsOf(config: MachineConfig): readonly Part[] {
  return config.documents
    .filter(({ opaqueText }) => opaqueText === undefined)
    .map((document) => ({ kind: document.kind, section: Section.of(document) }));
}

/**
 * Reports trouble into the sections. When `validating`, what rules say already is left out, and what keeps a node from
 * booting is an error.
 */
export function findTrouble(parts: readonly Part[], when: 'validating' | 'making'): void {
  for (const { kind, section } of parts) {
    if (kind === 'v1alpha1') {
      checkFlags(section);
      checkNetworks(section);
      checkMtu(section);
      checkFiles(section, when === 'validating' ? 'error' : 'warning');
      checkEndpointPort(section);
      checkCertificateNames(section);
      checkInlineManifests(section);
      checkModes(section);
      checkDisks(section);
    } else if (kind === 'HostnameConfig' && when === 'making' && hostnameClash(section)) {
      section.warning(
        'hostname',
        'auto and hostname cannot both be set, a node refuses that: set auto: "off" beside the hostname',
      );
    }
  }
}

/** Flags that Talos sets itself and refuses to have set, by the section that they stand in. */
const ownFlags: readonly { readonly path: readonly string[]; readonly flags: readonly string[] }[] = [
  {
    path: ['machine', 'kubelet'],
    flags: [
      'bootstrap-kubeconfig',
      'kubeconfig',
      'container-runtime',
      'container-runtime-endpoint',
      'config',
      'cert-dir',
    ],
  },
  {
    path: ['cluster', 'apiServer'],
    flags: [
      'etcd-servers',
      'client-ca-file',
      'requestheader-client-ca-file',
      'proxy-client-cert-file',
      'proxy-client-key-file',
      'encryption-provider-config',
      'etcd-cafile',
      'etcd-certfile',
      'etcd-keyfile',
      'kubelet-client-certificate',
      'kubelet-client-key',
      'service-account-key-file',
      'service-account-signing-key-file',
      'tls-cert-file',
      'tls-private-key-file',
      'authorization-config',
    ],
  },
  {
    path: ['cluster', 'controllerManager'],
    flags: [
      'cluster-signing-cert-file',
      'cluster-signing-key-file',
      'authentication-kubeconfig',
      'authorization-kubeconfig',
      'root-ca-file',
      'service-account-private-key-file',
    ],
  },
  {
    path: ['cluster', 'scheduler'],
    flags: ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig', 'config'],
  },
  { path: ['cluster', 'proxy'], flags: ['kubeconfig'] },
];

function checkFlags(main: Section): void {
  for (const { path, flags } of ownFlags) {
    const component = main.sub(...path);
    for (const [flag] of component?.entries('extraArgs') ?? []) {
      if (component === undefined || !flags.includes(flag)) continue;
      component.report.warning(
        keyPath(component.at('extraArgs'), flag),
        `Talos sets the flag ${flag} itself and refuses another value`,
      );
    }
  }
}

function checkNetworks(main: Section): void {
  const network = main.sub('cluster', 'network');
  for (const key of ['podSubnets', 'serviceSubnets']) {
    for (const { path, text } of network?.texts(key) ?? []) {
      if (!isPrefix(text)) network?.report.warning(path, `${JSON.stringify(text)} is no network such as 10.244.0.0/16`);
    }
  }
}

function checkMtu(main: Section): void {
  for (const device of main.sub('machine', 'network')?.items('interfaces') ?? []) {
    if (device.number('mtu') < 0) device.warning('mtu', 'the MTU is negative');
  }
}

function checkFiles(main: Section, severity: Problem['severity']): void {
  const machine = main.sub('machine');
  for (const [index, file] of (machine?.items('files') ?? []).entries()) {
    if (file.text('op') !== '') continue;
    const path = keyPath(itemPath('machine.files', index), 'op');
    file.report[severity](
      path,
      'op is missing, and a node does not boot with such a file: create, append or overwrite',
    );
  }
}

function checkEndpointPort(main: Section): void {
  const controlPlane = main.sub('cluster', 'controlPlane');
  const url = parseUrl(controlPlane?.text('endpoint') ?? '');
  if (controlPlane === undefined || url === undefined || url.hostname === '' || url.port !== '') return;
  controlPlane.warning(
    'endpoint',
    'the endpoint has no port, so 443 is used; the Kubernetes API of Talos listens on 6443',
  );
}

/** No client asks for a URL, a port or a network, so a certificate with such a name helps nobody. */
function checkCertificateNames(main: Section): void {
  for (const section of [main.sub('machine'), main.sub('cluster', 'apiServer')]) {
    for (const { path, text } of section?.texts('certSANs') ?? []) {
      if (/[/\s,]|^\*?[^:]*:\d+$|^\[.*\]/.test(text)) {
        section?.report.warning(
          path,
          `${JSON.stringify(text)} is neither a host name nor an address, as clients know servers by`,
        );
      }
    }
  }
}

/** YAML reads 644 as a decimal number, which is the mode 0o1204. */
function checkModes(main: Section): void {
  for (const file of main.sub('machine')?.items('files') ?? []) {
    const mode = file.number('permissions');
    if (mode <= 0o777 || !/^[0-7]{3}$/.test(String(mode))) continue;
    file.warning(
      'permissions',
      `the number ${mode} is the mode 0o${mode.toString(8)}; write 0o${mode} for the usual one`,
    );
  }
}

function checkDisks(main: Section): void {
  for (const disk of main.sub('machine')?.items('disks') ?? []) {
    if (disk.text('device') === '') disk.warning('device', 'the disk has no device, and a node does not boot with it');
  }
}
