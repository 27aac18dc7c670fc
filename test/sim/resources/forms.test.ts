import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeSpec } from '../../../src/sim/resources/encode.js';
import { specForm, specYaml } from '../../../src/sim/resources/form.js';

interface Sample {
  readonly type: string;
  /** What a rule states. */
  readonly spec: unknown;
  /** How a node prints it. */
  readonly yaml: string;
  /** How a node encodes it, hexadecimal. */
  readonly proto: string;
}

const samples: readonly Sample[] = [
  {
    type: 'Members.cluster.talos.dev',
    spec: {
      operatingSystem: 'Talos (v1.13.9)',
      controlPlane: { port: 6443 },
      nodeId: 'n1',
      addresses: ['10.5.0.2', 'fd00::1'],
      hostname: 'cp1',
      machineType: 'controlplane',
    },
    yaml: `nodeId: n1
addresses:
    - 10.5.0.2
    - fd00::1
hostname: cp1
machineType: controlplane
operatingSystem: Talos (v1.13.9)
controlPlane:
    port: 6443
`,
    proto:
      '0a026e3112060a040a05000212120a10fd0000000000000000000000000000011a0363703120022a0f54616c6f73202876312e31332e3929320308ab32',
  },
  {
    type: 'AddressStatuses.net.talos.dev',
    spec: {
      address: '10.5.0.2/24',
      local: '10.5.0.2',
      linkIndex: 2,
      linkName: 'eth0',
      family: 'inet4',
      scope: 'link',
      flags: 'nodad,permanent',
    },
    yaml: `address: 10.5.0.2/24
linkIndex: 2
linkName: eth0
family: inet4
scope: link
flags: nodad,permanent
priority: 0
`,
    proto: '0a080a040a050002101812060a040a05000230023a0465746830400248fd01508201',
  },
  {
    type: 'KmsgLogConfigs.runtime.talos.dev',
    spec: { destinations: ['udp://10.0.0.1:5000/x?a=b'] },
    yaml: `destinations:
    - scheme: udp
      opaque: ""
      user: null
      host: 10.0.0.1:5000
      path: /x
      fragment: ""
      rawquery: a=b
      rawpath: ""
      rawfragment: ""
      forcequery: false
      omithost: false
`,
    proto: '0a1b0a197564703a2f2f31302e302e302e313a353030302f783f613d62',
  },
  {
    type: 'ProbeSpecs.net.talos.dev',
    spec: { interval: '1m30.001s', failureThreshold: 3, tcp: { endpoint: 'a:1', timeout: '1s' } },
    yaml: `interval: 1m30.001s
failureThreshold: 3
tcp:
    endpoint: a:1
    timeout: 1s
layer: default
`,
    proto: '0a06085a10c0843d10031a090a03613a3112020801',
  },
  {
    type: 'KubeSpanPeerStatuses.kubespan.talos.dev',
    spec: {
      endpoint: '10.5.0.3:51820',
      label: 'w1',
      state: 'down',
      receiveBytes: 7,
      lastHandshakeTime: '2026-11-30T01:02:03.5Z',
    },
    yaml: `endpoint: 10.5.0.3:51820
label: w1
state: down
receiveBytes: 7
transmitBytes: 0
lastHandshakeTime: 2026-11-30T01:02:03.5Z
lastUsedEndpoint: ""
lastEndpointChange: 0001-01-01T00:00:00Z
`,
    proto: '0a0a0a040a05000310ec94031202773118022007320c088b96b3d8061080cab5ee01',
  },
  {
    type: 'EthernetStatuses.net.talos.dev',
    spec: {
      linkState: false,
      port: 'Other',
      duplex: 'Unknown',
      rings: { rx: 0, 'tx-max': 256 },
      features: { 'rx-gro': 'on' },
      wakeOnLAN: ['unicast', 'magic'],
    },
    yaml: `linkState: false
port: Other
duplex: Unknown
rings:
    tx-max: 256
    rx: 0
features:
    rx-gro: on
wakeOnLAN:
    - unicast
    - magic
`,
    proto: '080018ff0120ff013a052080023000420c0a0672782d67726f12026f6e52020220',
  },
  {
    type: 'EncryptionSalts.secrets.talos.dev',
    spec: { diskSalt: [1, 2, 255] },
    yaml: 'diskSalt:\n    - 1\n    - 2\n    - 255\n',
    proto: '0a030102ff',
  },
  {
    type: 'LinkSpecs.net.talos.dev',
    spec: {
      name: 'eth0',
      up: true,
      type: 'ether',
      hardwareAddr: '02:00:00:00:00:01',
      masterName: 'bond0',
      slaveIndex: 1,
      layer: 'configuration',
      multicast: false,
    },
    yaml: `name: eth0
logical: false
up: true
mtu: 0
kind: ""
type: ether
hardwareAddr: "02:00:00:00:00:01"
masterName: bond0
slaveIndex: 1
layer: configuration
multicast: false
`,
    proto: '0a0465746830180130017a0602000000000142090a05626f6e643010017004800100',
  },
  {
    type: 'VolumeStatuses.block.talos.dev',
    spec: {
      phase: 'ready',
      type: 'partition',
      size: 21474836480,
      encryptionSlot: 0,
      mountSpec: { targetPath: '/var', fileMode: 0o700 },
    },
    yaml: `phase: ready
type: partition
size: 21474836480
encryptionSlot: 0
mountSpec:
    targetPath: /var
    selinuxLabel: ""
    projectQuotaSupport: false
    fileMode: 448
`,
    proto: '0806488080808050a801007a090a042f76617228c003',
  },
  {
    type: 'NfTablesChains.net.talos.dev',
    spec: {
      type: 'filter',
      hook: 'input',
      priority: 'conntrack',
      policy: 'accept',
      rules: [{ verdict: 'drop' }],
    },
    yaml: `type: filter
hook: input
priority: conntrack
policy: accept
rules:
    - verdict: drop
`,
    proto: '0a0666696c746572100118b8feffffffffffffff01280122021000',
  },
  {
    type: 'Manifests.kubernetes.talos.dev',
    spec: [{ priority: 2_000_000_000, kind: 'X' }],
    yaml: '- kind: X\n  priority: 2e+09\n',
    proto: '0a260a240a0b0a046b696e6412031a01580a150a087072696f726974791209110000000065cddd41',
  },
  {
    type: 'KubeletSpecs.kubernetes.talos.dev',
    spec: { image: 'i', config: { z: null, b: true, l: ['y'], m: {}, n: 10250 } },
    yaml: `image: i
config:
    b: true
    l:
        - "y"
    m: {}
    "n": 10250
    z: null
`,
    proto:
      '0a01692a390a070a0162120220010a0c0a016c120732050a031a01790a070a016d12022a000a0e0a016e120911000000000005c4400a070a017a12020800',
  },
  { type: 'MachineTypes.config.talos.dev', spec: 'worker', yaml: 'worker\n', proto: '0803' },
  {
    type: 'MachineConfigs.config.talos.dev',
    spec: 'version: v1alpha1\n',
    yaml: '|\n    version: v1alpha1\n',
    proto: '0a1276657273696f6e3a207631616c706861310a',
  },
];

describe('forms of a spec', () => {
  for (const { type, spec, yaml, proto } of samples) {
    test(`${type} in YAML`, () => assert.equal(specYaml(type, specForm(type, spec)), yaml));
    test(`${type} in protobuf`, () => {
      assert.equal(Buffer.from(encodeSpec(type, specForm(type, spec))).toString('hex'), proto);
    });
  }

  test('zero values are filled in where a node prints them', () => {
    assert.deepEqual(specForm('Endpoints.kubernetes.talos.dev', {}), { addresses: [], hosts: [] });
    assert.equal(encodeSpec('Endpoints.kubernetes.talos.dev', { addresses: [], hosts: [] }).length, 0);
  });

  test('a field that the type does not have is refused', () => {
    assert.throws(() => specForm('Members.cluster.talos.dev', { hostName: 'x' }), /Members.*hostName/);
  });

  test('an enumeration takes its texts and numbers, nothing else', () => {
    const family = (text: string) => encodeSpec('RoutingRuleStatuses.net.talos.dev', { family: text });
    assert.deepEqual([...family('inet6')], [8, 10]);
    assert.deepEqual([...family('Family(128)')], [8, 128, 1]);
    assert.throws(() => family('inet5'), /Family has no value inet5/);
  });

  test('a type without layout keeps its form and has no protobuf', () => {
    const spec = { addr: '10.5.0.1:53', healthy: 'true' };
    assert.equal(specForm('DNSUpstreams.net.talos.dev', spec), spec);
    assert.equal(encodeSpec('DNSUpstreams.net.talos.dev', spec).length, 0);
  });
});
