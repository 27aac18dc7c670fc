import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { CertificateCache } from '../../../src/sim/resources/certificates.js';
import { Derivation, deriveResources } from '../../../src/sim/resources/derive.js';
import { encodeSpec } from '../../../src/sim/resources/encode.js';
import { specYaml } from '../../../src/sim/resources/form.js';
import type { SimNodeFacts } from '../../../src/sim/types.js';
import {
  type Authorities,
  controlPlaneConfig,
  type Encoded,
  makeAuthorities,
  nodeFacts,
  Resources,
  workerConfig,
} from './fixtures.js';

const derive = (facts: SimNodeFacts, cache = new CertificateCache()): Resources =>
  new Resources(deriveResources(facts, cache));

/** What every node has resources of, configured or not. */
const always = `Namespaces ResourceDefinitions MachineStatuses MachineTypes Versions SecurityStates Services ServicePIDs
  Identities AddressStatuses AddressSpecs LinkStatuses LinkSpecs RouteStatuses RouteSpecs RoutingRuleStatuses OperatorSpecs
  HardwareAddresses EthernetStatuses NodeAddresses NodeAddressSortAlgorithms HostnameSpecs HostnameStatuses ResolverSpecs
  ResolverStatuses TimeServerSpecs TimeServerStatuses TimeStatuses AdjtimeStatuses HostDNSConfigs NetworkStatuses
  PlatformConfigs PlatformMetadatas BlockDevices BlockSymlinks Disks DiscoveredVolumes DiscoveryRefreshRequests
  DiscoveryRefreshStatuses VolumeConfigs VolumeLifecycles VolumeStatuses SystemInformations Processors MemoryModules PCIDevices
  PCRStatuses CPUStats MemoryStats KernelCmdlines KernelParamDefaultSpecs KernelParamStatuses LoadedKernelModules
  BootedEntries DevicesStatuses Environments APIServiceConfigs MaintenanceServiceConfigs MetaLoads EtcFileSpecs EtcFileStatuses
  ImageCacheConfigs RegistryConfigs StaticPodServerStatuses Endpoints CertSANs`;

/** And only a configured one. */
const configured = `AcquireConfigStatuses MachineConfigs Infos DiscoveryConfigs Affiliates Members SystemDisks
  UserDiskConfigStatuses MountRequests MountStatuses VolumeMountRequests VolumeMountStatuses NodeAddressFilters KubeSpanConfigs
  KubeletConfigs KubeletSpecs KubeletLifecycles KubeletKubeconfigs KubePrismEndpoints Nodenames NodeIPConfigs NodeIPs NodeStatuses
  EncryptionSalts OSRootSecrets KubeletSecrets`;

/** And only a control plane node. */
const controlPlane = `AdmissionControlConfigs AuditPolicyConfigs AuthorizationConfigs APIServerConfigs
  ControllerManagerConfigs SchedulerConfigs BootstrapManifestsConfigs ExtraManifestsConfigs KubernetesAccessConfigs
  ConfigStatuses SecretStatuses StaticPods StaticPodStatuses Manifests ManifestStatuses EtcdConfigs EtcdSpecs EtcdMembers
  PKIStatuses NodeLabelSpecs NodeTaintSpecs KubePrismConfigs KubePrismStatuses DNSResolveCaches DNSUpstreams ApiCertificates
  TrustdCertificates EtcdRootSecrets EtcdSecrets KubernetesRootSecrets KubernetesDynamicCerts KubernetesSecrets`;

const words = (text: string): readonly string[] => text.split(/\s+/);

describe('resources of a node', () => {
  let ca: Authorities;
  before(async () => {
    ca = await makeAuthorities();
  });

  test('in maintenance mode: the machine alone, asking for a configuration', () => {
    const node = derive(nodeFacts());
    const expected = [...words(always), 'AcquireConfigSpecs', 'MaintenanceServiceRequests'].sort();
    assert.deepEqual([...node.types].sort(), expected);
    assert.deepEqual(node.spec('MachineStatuses', 'machine'), {
      stage: 'maintenance',
      status: { ready: true, unmetConditions: [] },
    });
    assert.equal(node.spec('MachineTypes', 'machine-type'), 'unknown');
    assert.equal(node.spec('APIServiceConfigs', 'apid')['skipVerifyingClientCert'], true);
    assert.deepEqual(node.ids('VolumeStatuses'), ['META', 'STATE']);
    assert.deepEqual(node.ids('DiscoveredVolumes'), ['sda', 'sdb']);
    assert.deepEqual(node.spec('Endpoints', 'discovery'), { addresses: [], hosts: [] });
  });

  test('documents that come before the main one leave it unconfigured', () => {
    const text = 'apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: early\n';
    const node = derive({ ...nodeFacts(text), machineType: 'unknown', stage: 'maintenance' });
    assert.deepEqual(node.ids('MachineConfigs'), ['persistent', 'v1alpha1']);
    assert.deepEqual(node.ids('Members'), []);
    assert.deepEqual(node.ids('AcquireConfigSpecs'), ['machine-config']);
  });

  test('of a control plane and of a worker, every type', () => {
    const master = derive(nodeFacts(controlPlaneConfig(ca)));
    assert.deepEqual(
      [...master.types].sort(),
      [...new Set([...words(always), ...words(configured), ...words(controlPlane)])].sort(),
    );
    const worker = derive(nodeFacts(workerConfig()));
    assert.deepEqual([...worker.types].sort(), [...words(always), ...words(configured)].sort());
  });

  test('all types and namespaces are registered', () => {
    const node = derive(nodeFacts(controlPlaneConfig(ca)));
    const types = new Set(node.ids('ResourceDefinitions'));
    const namespaces = new Set(node.ids('Namespaces'));
    assert.equal(types.size, 167);
    assert.equal(namespaces.size, 17);
    for (const { type, namespace } of deriveResources(nodeFacts(controlPlaneConfig(ca)))) {
      assert.ok(types.has(type.toLowerCase()), type);
      assert.ok(namespaces.has(namespace), namespace);
    }
  });

  test('each has a YAML and, where its type has one, a protobuf form', () => {
    for (const { type, id, spec } of deriveResources(nodeFacts(controlPlaneConfig(ca)))) {
      assert.doesNotThrow(() => specYaml(type, spec), `${type} ${id}`);
      assert.doesNotThrow(() => encodeSpec(type, spec), `${type} ${id}`);
    }
  });

  test('stay the same while the facts do', () => {
    const facts = nodeFacts(controlPlaneConfig(ca));
    const cache = new CertificateCache();
    assert.deepEqual(deriveResources(facts, cache), deriveResources(facts, cache));
  });

  test('a rule is asked again only for facts that it looks at', () => {
    const certificates = new CertificateCache();
    const derivation = new Derivation({ certificates });
    const facts = nodeFacts(controlPlaneConfig(ca));
    const before = derivation.derive(facts);
    assert.equal(derivation.derive({ ...facts, members: [...facts.members] }), before, 'equal facts change nothing');
    const after = derivation.derive({ ...facts, stage: 'rebooting' });
    const made = new Set(before);
    const fresh = after.filter((resource) => !made.has(resource)).map(({ type }) => type);
    assert.ok(fresh.includes('MachineStatuses.runtime.talos.dev'));
    assert.ok(!fresh.includes('PCIDevices.hardware.talos.dev'), 'devices do not depend on the stage');
    assert.deepEqual(
      after,
      deriveResources({ ...facts, stage: 'rebooting' }, certificates),
      'the same as from nothing',
    );
  });

  test('of two nodes differ in what tells them apart', () => {
    const one = derive(nodeFacts(workerConfig()));
    const other = derive(nodeFacts(workerConfig(), { nodeId: 'node-2' }));
    const mac = (node: Resources) => node.spec('LinkStatuses', 'eth0')['hardwareAddr'];
    const serial = (node: Resources) => node.spec('Disks', 'sda')['serial'];
    assert.notEqual(mac(one), mac(other));
    assert.notEqual(serial(one), serial(other));
  });

  describe('configuration', () => {
    test('its text is the spec, marked as such, with the versions of the applies', () => {
      const text = controlPlaneConfig(ca);
      const node = derive(
        nodeFacts(text, { configVersion: 5, persistentConfigVersion: 3, stagedConfigText: 'later\n' }),
      );
      const active = node.find('MachineConfigs', 'v1alpha1');
      assert.equal(active.spec, text);
      assert.equal(active.version, 5);
      assert.deepEqual(active.annotations, { 'talos.dev/yaml-spec': '1' });
      const persistent = node.find('MachineConfigs', 'persistent');
      assert.equal(persistent.spec, 'later\n');
      assert.equal(persistent.version, 3);
    });
  });

  describe('cluster', () => {
    const other = {
      nodeId: 'node-2',
      hostname: 'demo-2',
      machineType: 'worker',
      addresses: ['127.5.9.3'],
      operatingSystem: 'Talos (v1.13.9)',
    } as const;

    test('this node and the discovered ones are members, each once', () => {
      const self = { ...other, nodeId: 'node-1', hostname: 'demo-1' };
      const node = derive(nodeFacts(controlPlaneConfig(ca), { members: [self, other] }));
      assert.deepEqual(node.ids('Members'), ['demo-1', 'demo-2']);
      assert.deepEqual(node.spec('Members', 'demo-1'), {
        nodeId: 'node-1',
        addresses: ['127.5.9.2'],
        hostname: 'demo-1',
        machineType: 'controlplane',
        operatingSystem: 'Talos (v1.13.9)',
        controlPlane: { port: 6443 },
      });
      assert.equal(node.find('Affiliates', 'node-1').owner, 'cluster.LocalAffiliateController');
      assert.equal(node.find('Affiliates', 'node-2').owner, 'cluster.AffiliateMergeController');
      assert.deepEqual(node.ids('Affiliates', 'cluster-raw'), ['service/node-2']);
    });

    test('without discovery a node knows only itself', () => {
      const text = workerConfig().replace('enabled: true', 'enabled: false');
      assert.deepEqual(derive(nodeFacts(text, { members: [other] })).ids('Members'), ['demo-1']);
    });

    test('the discovery service gets host and port, and the cluster as credentials', () => {
      assert.deepEqual(derive(nodeFacts(controlPlaneConfig(ca))).spec('DiscoveryConfigs', 'cluster'), {
        discoveryEnabled: true,
        registryKubernetesEnabled: false,
        registryServiceEnabled: true,
        serviceEndpoint: 'discovery.talos.dev:443',
        serviceEncryptionKey: [...Buffer.from('secret')],
        serviceClusterID: 'dGhlIGNsdXN0ZXI=',
      });
    });
  });

  describe('services', () => {
    test('only those that run; health that is not known is told apart', () => {
      const node = derive(
        nodeFacts(workerConfig(), {
          services: [
            { id: 'kubelet', state: 'Running', healthy: false, pid: 321 },
            { id: 'machined', state: 'Running', healthy: undefined, pid: 1 },
            { id: 'cri', state: 'Waiting', healthy: undefined },
          ],
        }),
      );
      assert.deepEqual(node.ids('Services'), ['kubelet', 'machined']);
      assert.deepEqual(node.spec('Services', 'kubelet'), { running: true, healthy: false, unknown: false });
      assert.deepEqual(node.spec('Services', 'machined'), { running: true, healthy: false, unknown: true });
      assert.equal(node.spec('ServicePIDs', 'kubelet')['pid'], 321);
      assert.equal(node.spec('ServicePIDs', 'machined')['pid'], 1);
    });

    test('static pods wait for etcd, their states for Kubernetes', () => {
      const text = controlPlaneConfig(ca);
      const early = nodeFacts(text, { kubernetesReady: false });
      assert.deepEqual(derive({ ...early, services: [] }).ids('StaticPods'), []);
      assert.deepEqual(derive(early).ids('StaticPods'), [
        'kube-apiserver',
        'kube-controller-manager',
        'kube-scheduler',
      ]);
      assert.deepEqual(derive(early).ids('StaticPodStatuses'), []);
      assert.deepEqual(derive(nodeFacts(text)).ids('StaticPodStatuses'), [
        'kube-system/kube-apiserver-demo-1',
        'kube-system/kube-controller-manager-demo-1',
        'kube-system/kube-scheduler-demo-1',
      ]);
    });
  });

  describe('Kubernetes', () => {
    test('labels, taints and annotations of the Node follow the configuration', () => {
      const machine = `    nodeLabels:
        rack: r1
    nodeTaints:
        gpu: "yes:NoSchedule"
        drained: NoExecute
    nodeAnnotations:
        note: x
`;
      const node = derive(nodeFacts(controlPlaneConfig(ca, machine)));
      assert.deepEqual(node.ids('NodeLabelSpecs'), ['node-role.kubernetes.io/control-plane', 'rack']);
      assert.deepEqual(node.spec('NodeLabelSpecs', 'rack'), { key: 'rack', value: 'r1' });
      assert.deepEqual(node.spec('NodeTaintSpecs', 'gpu'), { key: 'gpu', effect: 'NoSchedule', value: 'yes' });
      assert.deepEqual(node.spec('NodeTaintSpecs', 'drained'), { key: 'drained', effect: 'NoExecute', value: '' });
      assert.deepEqual(node.ids('NodeAnnotationSpecs'), ['note']);
      const { labels, annotations } = node.spec<Record<string, Record<string, string>>>('NodeStatuses', 'demo-1');
      assert.equal(labels?.['rack'], 'r1');
      assert.equal(annotations?.['talos.dev/owned-labels'], '["node-role.kubernetes.io/control-plane","rack"]');
      assert.equal(annotations?.['note'], 'x');
    });

    test('a control plane that may run workloads is not tainted', () => {
      const node = derive(nodeFacts(controlPlaneConfig(ca, '', '    allowSchedulingOnControlPlanes: true\n')));
      assert.deepEqual(node.ids('NodeTaintSpecs'), []);
      const { config } = node.spec<{ config: Record<string, unknown> }>('KubeletSpecs', 'kubelet');
      assert.equal(config['registerWithTaints'], undefined);
    });

    test('the kubelet is started with the configured arguments besides its own, sorted', () => {
      const text = workerConfig().replace(
        '    kubelet:\n',
        '    kubelet:\n        extraArgs:\n            v: "4"\n            node-ip: 10.0.0.1\n',
      );
      assert.deepEqual(derive(nodeFacts(text)).spec('KubeletSpecs', 'kubelet')['args'], [
        '--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubeconfig',
        '--cert-dir=/var/lib/kubelet/pki',
        '--config=/etc/kubernetes/kubelet.yaml',
        '--hostname-override=demo-1',
        '--kubeconfig=/etc/kubernetes/kubeconfig-kubelet',
        '--node-ip=10.0.0.1',
        '--v=4',
      ]);
    });

    test('configured kubelet settings replace defaults, never what the node relies on', () => {
      const text = workerConfig().replace(
        '    kubelet:\n',
        '    kubelet:\n        extraConfig:\n            maxPods: 250\n            shutdownGracePeriod: 1m0s\n            port: 1\n',
      );
      const { config } = derive(nodeFacts(text)).spec<{ config: Record<string, unknown> }>('KubeletSpecs', 'kubelet');
      assert.equal(config['maxPods'], 250);
      assert.equal(config['shutdownGracePeriod'], '1m0s');
      assert.equal(config['port'], 10250);
    });

    test('arguments that are lists grow, others are replaced', () => {
      const cluster = '';
      const text = controlPlaneConfig(ca, '', cluster).replace(
        '    apiServer:\n',
        '    apiServer:\n        extraArgs:\n            enable-admission-plugins: AlwaysPullImages\n            profiling: "true"\n',
      );
      const pod = derive(nodeFacts(text)).spec<{ spec: { containers: { command: string[] }[] } }>(
        'StaticPods',
        'kube-apiserver',
      );
      const command = pod.spec.containers[0]?.command ?? [];
      assert.ok(command.includes('--enable-admission-plugins=NodeRestriction,AlwaysPullImages'));
      assert.ok(command.includes('--profiling=true'));
      assert.ok(!command.includes('--profiling=false'));
    });

    test('KubePrism serves every control plane, where it is on', () => {
      const node = derive(nodeFacts(controlPlaneConfig(ca)));
      assert.deepEqual(node.spec('KubePrismConfigs', 'k8s-loadbalancer-config'), {
        host: '127.0.0.1',
        port: 7445,
        endpoints: [
          { host: '127.5.9.2', port: 6443 },
          { host: 'localhost', port: 6443 },
          { host: '127.5.9.2', port: 6443 },
        ],
      });
      assert.deepEqual(derive(nodeFacts(workerConfig())).ids('KubePrismConfigs'), []);
    });
  });

  describe('volumes', () => {
    test('the system is on its disk once it is installed', () => {
      const text = controlPlaneConfig(ca);
      assert.deepEqual(derive(nodeFacts(text, { stage: 'installing' })).ids('SystemDisks'), []);
      const node = derive(nodeFacts(text));
      assert.deepEqual(node.spec('SystemDisks', 'system-disk'), { diskID: 'sda', devPath: '/dev/sda' });
      assert.equal(node.ids('DiscoveredVolumes').length, 8);
      const state = node.spec('VolumeStatuses', 'STATE');
      assert.equal(state['location'], '/dev/sda5');
      assert.equal(state['phase'], 'ready');
    });

    test('mounts stand below their parents, requested by those who need them', () => {
      const node = derive(nodeFacts(controlPlaneConfig(ca)));
      const etcd = node.spec('MountStatuses', 'ETCD', 'runtime');
      assert.equal(etcd['target'], '/var/lib/etcd');
      assert.deepEqual(node.spec('MountRequests', '/var/lib')['requesters'], [
        'service/cri',
        'service/etcd',
        'service/kubelet',
      ]);
      const worker = derive(nodeFacts(workerConfig()));
      assert.deepEqual(worker.spec('MountRequests', '/var/lib')['requesters'], ['service/cri', 'service/kubelet']);
    });

    test('user volumes are listed beside them', () => {
      const documents = '---\napiVersion: v1alpha1\nkind: UserVolumeConfig\nname: data\n';
      const node = derive(nodeFacts(controlPlaneConfig(ca, '', '', documents)));
      assert.deepEqual(node.find('VolumeConfigs', 'u-data').labels, { 'talos.dev/user-volume': '' });
      assert.equal(node.spec('VolumeStatuses', 'u-data')['phase'], 'waiting');
    });
  });

  describe('network', () => {
    test('addresses, routes and the gateway follow from the subnet', () => {
      const node = derive(nodeFacts(workerConfig(), { address: '10.9.8.7', subnet: '10.9.8.0/22' }));
      assert.ok(node.ids('AddressStatuses').includes('eth0/10.9.8.7/22'));
      assert.ok(node.ids('RouteStatuses').includes('inet4/10.9.8.1//1024'));
      assert.ok(node.ids('RouteStatuses').includes('local/inet4//10.9.11.255/32/0'));
    });

    test('names and servers: configured ones before the defaults', () => {
      const machine = '    network:\n        nameservers:\n            - 9.9.9.9\n';
      const node = derive(nodeFacts(workerConfig(machine)));
      assert.deepEqual(node.spec('ResolverSpecs', 'resolvers'), { dnsServers: ['9.9.9.9'], layer: 'configuration' });
      assert.deepEqual(node.spec('TimeServerSpecs', 'timeservers'), {
        timeServers: ['time.cloudflare.com'],
        layer: 'default',
      });
      assert.deepEqual(node.ids('ResolverSpecs', 'network-config'), ['configuration/resolvers']);
    });

    test('the parts of a full hostname', () => {
      const node = derive(nodeFacts(workerConfig(), { hostname: 'demo-1.example.com' }));
      assert.deepEqual(node.spec('HostnameStatuses', 'hostname'), { hostname: 'demo-1', domainname: 'example.com' });
      assert.equal(node.spec('Nodenames', 'nodename')['nodename'], 'demo-1');
    });

    test('subnets that are none are left out', () => {
      const text = controlPlaneConfig(ca).replace('10.244.0.0/16', '10.244.0.0/99');
      assert.deepEqual(derive(nodeFacts(text)).spec('NodeAddressFilters', 'no-k8s')['excludeSubnets'], [
        '10.96.0.0/12',
      ]);
    });

    test('KubeSpan: an identity and the peers, where it is on', () => {
      const documents = '---\napiVersion: v1alpha1\nkind: KubeSpanConfig\nenabled: true\n';
      const peer = {
        nodeId: 'node-2',
        hostname: 'demo-2',
        machineType: 'worker',
        addresses: ['127.5.9.3'],
        operatingSystem: 'x',
      } as const;
      const text = controlPlaneConfig(ca, '', '', documents);
      const node = derive(nodeFacts(text, { members: [peer] }));
      const fromPeer = derive(nodeFacts(text, { nodeId: 'node-2', hostname: 'demo-2', members: [] }));
      const { publicKey } = fromPeer.spec<{ publicKey: string }>('KubeSpanIdentities', 'local');
      assert.deepEqual(node.ids('KubeSpanPeerSpecs'), [publicKey]);
      assert.deepEqual(node.spec('KubeSpanPeerSpecs', publicKey)['endpoints'], ['127.5.9.3:51820']);
      assert.deepEqual(derive(nodeFacts(workerConfig())).ids('KubeSpanIdentities'), []);
    });
  });

  test('kernel parameters: configured over the system own', () => {
    const node = derive(
      nodeFacts(workerConfig('    sysctls:\n        vm.overcommit_memory: "2"\n        net.x: "1"\n')),
    );
    assert.deepEqual(node.ids('KernelParamSpecs'), ['proc.sys.net.x', 'proc.sys.vm.overcommit_memory']);
    assert.deepEqual(node.spec('KernelParamStatuses', 'proc.sys.vm.overcommit_memory'), {
      current: '2',
      default: '0',
      unsupported: false,
    });
  });

  describe('secrets', () => {
    const certificate = ({ crt }: Encoded): X509Certificate =>
      new X509Certificate(Buffer.from(crt, 'base64').toString());

    test('certificates are issued by the authorities of the configuration', () => {
      const node = derive(nodeFacts(controlPlaneConfig(ca)));
      const issued = (type: string, id: string) => node.spec<Record<string, Encoded>>(type, id);
      const cases: readonly (readonly [Encoded | undefined, Encoded])[] = [
        [issued('ApiCertificates', 'api')['server'], ca.talos],
        [issued('ApiCertificates', 'api')['client'], ca.talos],
        [issued('TrustdCertificates', 'trustd')['server'], ca.talos],
        [issued('EtcdSecrets', 'etcd')['etcdPeer'], ca.etcd],
        [issued('KubernetesDynamicCerts', 'k8s-dynamic-certs')['apiServer'], ca.kubernetes],
        [issued('KubernetesDynamicCerts', 'k8s-dynamic-certs')['frontProxy'], ca.aggregator],
      ];
      for (const [pair, authority] of cases) {
        assert.ok(pair);
        assert.ok(certificate(pair).verify(certificate(authority).publicKey));
      }
      const server = certificate(issued('ApiCertificates', 'api')['server'] ?? ca.talos);
      assert.match(server.subjectAltName ?? '', /DNS:demo-1.*IP Address:127\.5\.9\.2/);
      const client = certificate(issued('ApiCertificates', 'api')['client'] ?? ca.talos);
      assert.match(client.subject, /O=os:impersonator/);
    });

    test('they are kept as long as what they say', () => {
      const cache = new CertificateCache();
      const text = controlPlaneConfig(ca);
      const first = derive(nodeFacts(text), cache).spec('ApiCertificates', 'api');
      assert.deepEqual(derive(nodeFacts(text), cache).spec('ApiCertificates', 'api'), first);
      const moved = derive(nodeFacts(text, { hostname: 'other' }), cache).spec('ApiCertificates', 'api');
      assert.notDeepEqual(moved['server'], first['server']);
    });

    test('an authority without a usable key issues nothing, the rest is there', () => {
      const text = controlPlaneConfig(ca).replace(ca.talos.key, 'bm8ga2V5');
      const node = derive(nodeFacts(text));
      assert.deepEqual(node.ids('ApiCertificates'), []);
      assert.deepEqual(node.ids('OSRootSecrets'), ['os']);
      assert.deepEqual(node.ids('EtcdSecrets'), ['etcd']);
    });

    test('kubeconfigs of components lead to the balancer on this node', () => {
      const { schedulerKubeconfig } = derive(nodeFacts(controlPlaneConfig(ca))).spec<Record<string, string>>(
        'KubernetesSecrets',
        'k8s-certs',
      );
      assert.match(schedulerKubeconfig ?? '', /server: https:\/\/127\.0\.0\.1:7445\n/);
      assert.match(schedulerKubeconfig ?? '', /user: system:kube-scheduler\n/);
    });
  });
});
