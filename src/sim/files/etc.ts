import { emitYaml } from '../../yaml/emit.js';
import type { Runtime } from '../machine/runtime.js';
import { specAt, specText } from '../machine/spec.js';
import { below, file, folder, link, type Placed } from './node.js';

/** Below /etc: what the image brings, what the system writes, and what Kubernetes finds. */
export function etcFiles(runtime: Runtime): readonly Placed[] {
  return [
    ['/etc', folder({ label: 'etc_t' })],
    ...below('/etc', [
      ['os-release', file(osRelease(runtime))],
      ['localtime', link('/usr/share/zoneinfo/Etc/UTC')],
      ['extensions.yaml', file('layers: []\n')],
      ['nfsmount.conf', file('[ NFSMount_Global_Options ]\nnolock=True\n')],
      ['containerd/config.toml', file('version = 3\n\ndisabled_plugins = ["io.containerd.cri.v1.images"]\n')],
      ['cri', folder()],
      ['cri/containerd.toml', file('version = 3\n\nimports = ["/etc/cri/conf.d/cri.toml"]\n')],
      ['cri/conf.d', folder({ label: 'cri_conf_t' })],
      ['cri/conf.d/00-base.part', file('version = 3\n\n[plugins]\n')],
      ['cri/conf.d/20-customization.part', file('')],
      ['cri/conf.d/hosts', folder()],
      ['lvm/lvm.conf', file('devices {\n  use_devicesfile = 0\n}\n')],
      ['selinux/config', file('SELINUX=permissive\nSELINUXTYPE=targeted\n')],
      ['selinux/targeted/contexts/files/file_contexts', file('/etc(/.*)?\tsystem_u:object_r:etc_t:s0\n')],
      ['ssl/certs/ca-certificates', link('ca-certificates.crt')],
      ['pki', link('/etc/ssl')],
      ['ca-certificates', link('/etc/ssl')],
      ['cni/net.d', folder()],
      ['kubernetes/manifests', folder()],
    ]),
    ...written(runtime),
    ...networkPlugin(runtime),
    ...kubelet(runtime),
  ];
}

function osRelease({ system: { version } }: Runtime): string {
  return [
    'NAME="Talos"',
    'ID=talos',
    `VERSION_ID=${version}`,
    `PRETTY_NAME="Talos (${version})"`,
    'HOME_URL="https://www.talos.dev/"',
    'BUG_REPORT_URL="https://github.com/siderolabs/talos/issues"',
    'VENDOR_NAME="Sidero Labs"',
    'VENDOR_URL="https://www.siderolabs.com/"',
    '',
  ].join('\n');
}

/** The files that resources ask for. */
function written(runtime: Runtime): readonly Placed[] {
  return runtime.resources.list('files', 'EtcFileSpecs.files.talos.dev').map(({ id, spec }) => {
    const mode = specAt(spec, 'mode');
    const label = /:object_r:(\w+):/.exec(specText(spec, 'selinux_label'))?.[1];
    const attributes = {
      mode: typeof mode === 'number' ? mode : 0o644,
      modified: runtime.bootedAt,
      ...(label === undefined ? {} : { label }),
    };
    return [`/etc/${id}`, file(specText(spec, 'contents'), attributes)];
  });
}

/** The network plugin configures itself on every node that runs pods. */
function networkPlugin(runtime: Runtime): readonly Placed[] {
  const { view } = runtime.configuration.active ?? {};
  const plugin = view?.text('cluster.network.cni.name') ?? 'flannel';
  if (plugin !== 'flannel' || runtime.services.find('kubelet')?.up !== true) return [];
  const config = {
    name: 'cbr0',
    cniVersion: '1.0.0',
    plugins: [
      { type: 'flannel', delegate: { hairpinMode: true, isDefaultGateway: true } },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
  return [['/etc/cni/net.d/10-flannel.conflist', file(`${JSON.stringify(config, undefined, 2)}\n`)]];
}

function kubelet(runtime: Runtime): readonly Placed[] {
  const spec = runtime.resources.get('k8s', 'KubeletSpecs.kubernetes.talos.dev', 'kubelet')?.spec;
  const view = runtime.configuration.active?.view;
  if (spec === undefined || view === undefined) return [];
  const config = specAt(spec, 'config');
  const started = runtime.services.find('kubelet')?.up === true;
  return below('/etc/kubernetes', [
    ['kubelet.yaml', file(() => emitYaml(config as Parameters<typeof emitYaml>[0]), { mode: 0o600 })],
    ['pki/ca.crt', file(() => view.authority('cluster.ca').crt, { mode: 0o400 })],
    [
      'bootstrap-kubeconfig',
      file(() => kubeconfig(runtime, 'token', view.text('cluster.token') ?? ''), { mode: 0o600 }),
    ],
    ...(started
      ? [
          [
            'kubeconfig-kubelet',
            file(() => kubeconfig(runtime, 'client-certificate', '/var/lib/kubelet/pki/kubelet-client-current.pem'), {
              mode: 0o600,
            }),
          ] as const,
        ]
      : []),
  ]);
}

function kubeconfig(runtime: Runtime, credential: string, value: string): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    '- name: local',
    '  cluster:',
    `    server: ${runtime.configuration.active?.view.clusterEndpoint ?? ''}`,
    '    certificate-authority: /etc/kubernetes/pki/ca.crt',
    'users:',
    '- name: kubelet',
    '  user:',
    `    ${credential}: ${value}`,
    'contexts:',
    '- name: local',
    '  context:',
    '    cluster: local',
    '    user: kubelet',
    'current-context: local',
    '',
  ].join('\n');
}
