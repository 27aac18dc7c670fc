import { fingerprint, type NodeView, type Rule, resource } from '../node.js';

interface EtcFile {
  readonly path: string;
  readonly owner: string;
  readonly contents: string;
  readonly mode?: number;
  readonly label?: string;
}

/** The files below /etc that the system writes. */
export const filesRules: Rule = (node) =>
  files(node).flatMap(({ path, owner, contents, mode = 0o644, label = 'etc_t' }) => [
    resource(
      'EtcFileSpecs.files.talos.dev',
      path,
      owner,
      { contents, mode, selinux_label: `system_u:object_r:${label}:s0` },
      { finalizers: ['files.EtcFileController'] },
    ),
    resource('EtcFileStatuses.files.talos.dev', path, 'files.EtcFileController', { specVersion: '2' }),
  ]);

function files(node: NodeView): readonly EtcFile[] {
  const { facts, config } = node;
  const machineId = fingerprint(node, 'machine id').slice(0, 32);
  const extraHosts = (config?.list('machine.network.extraHostEntries') ?? []).map(
    ({ ip, aliases }) => `${String(ip)} ${Array.isArray(aliases) ? aliases.join(' ') : ''}\n`,
  );
  return [
    {
      path: 'hosts',
      owner: 'network.EtcFileController',
      contents: `127.0.0.1       localhost\n${facts.address} ${facts.hostname}\n::1             localhost ip6-localhost ip6-loopback\nff02::1         ip6-allnodes\nff02::2         ip6-allrouters\n${extraHosts.join('')}`,
    },
    { path: 'resolv.conf', owner: 'network.EtcFileController', contents: 'nameserver 127.0.0.53\n' },
    { path: 'machine-id', owner: 'cluster.NodeIdentityController', contents: machineId, mode: 0o444 },
    {
      path: 'cri/conf.d/01-registries.part',
      owner: 'files.CRIRegistryConfigController',
      contents:
        '[plugins]\n  [plugins."io.containerd.cri.v1.images"]\n    [plugins."io.containerd.cri.v1.images".registry]\n      config_path = "/etc/cri/conf.d/hosts"\n',
      mode: 0o600,
      label: 'cri_conf_t',
    },
    {
      path: 'cri/conf.d/cri.toml',
      owner: 'files.CRIConfigPartsController',
      contents: 'version = 3\n',
      mode: 0o600,
      label: 'cri_conf_t',
    },
    ...(config === undefined
      ? []
      : [
          {
            path: 'cri/conf.d/base-spec.json',
            owner: 'files.CRIBaseRuntimeSpecController',
            contents: '{"ociVersion":"1.2.1"}',
            mode: 0o600,
            label: 'cri_conf_t',
          },
        ]),
    {
      path: 'iscsi/initiatorname.iscsi',
      owner: 'files.IQNController',
      contents: `InitiatorName=iqn.2024-06.dev.talos:${machineId.slice(0, 16)}\n`,
      mode: 0o600,
    },
    {
      path: 'nvme/hostid',
      owner: 'files.NQNController',
      contents: machineId,
    },
    {
      path: 'ssl/certs/ca-certificates.crt',
      owner: 'secrets.TrustedRootsController',
      contents: (config?.documents('TrustedRootsConfig') ?? [])
        .map(({ certificates }) => String(certificates))
        .join(''),
    },
  ];
}
