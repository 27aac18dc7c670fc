import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '../../../src/machineconfig/validate/mode.js';
import { controlPlane, findings, findsOnly, validate, withLines, worker } from './support.js';

for (const mode of ['metal', 'cloud', 'container', 'metal-agent'] as const) {
  test(`nothing is found in good configurations: ${mode}`, async () => {
    assert.deepEqual(await findings(controlPlane, mode), []);
    assert.deepEqual(await findings(worker, mode), []);
  });
}

test('the install section is needed on metal alone', async () => {
  const text = worker.replace(/\n {4}install:.*/, '');
  await findsOnly(text, /^error v1alpha1 machine\.install: .*metal/);
  assert.deepEqual(await findings(text, 'cloud'), []);
});

test('the resolver of the host is needed in containers alone', async () => {
  const text = worker.replace(/\n {4}features:\n.*/, '');
  assert.deepEqual(await findings(text), []);
  assert.equal((await findings(text, 'container')).length, 2);
});

test('a document alone is fine without a main document', async () => {
  assert.deepEqual(await findings('apiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n'), []);
});

test('problems have their places', async () => {
  const [problem] = await validate(controlPlane.replace('6443', '70000'));
  assert.equal(problem?.path, 'cluster.controlPlane.endpoint');
  assert.deepEqual(problem?.position, { file: 'c.yaml', line: 12, column: 20 });
});

test('everything is reported at once', async () => {
  const text = 'machine:\n    type: nosuch\ncluster:\n    controlPlane:\n        endpoint: "192.0.2.5"\n';
  const found = await findings(text);
  for (const path of ['machine.type', 'machine.install', 'machine.ca', 'cluster.controlPlane.endpoint']) {
    assert.ok(
      found.some((line) => line.startsWith(`error v1alpha1 ${path}:`)),
      `${path} in ${found.join('\n')}`,
    );
  }
});

const whole: readonly (readonly [name: string, text: string, finding: RegExp, mode?: Mode])[] = [
  ['no machine', 'machine:\ncluster:\n    clusterName: a\n', /^error v1alpha1 machine: /],
  ['no cluster', worker.replace(/cluster:\n[\s\S]*/, ''), /^error v1alpha1 cluster: /],
  ['no endpoint', worker.replace(/controlPlane:.*/, 'clusterName: x'), /cluster\.controlPlane\.endpoint: .*missing/],
  ['an unknown type', controlPlane.replace('controlplane', 'king'), /machine\.type: unknown machine type "king"/],
  ['an old type', controlPlane.replace('controlplane', 'init'), /^$/],
  ['no type', worker.replace('type: worker', 'type: ""'), /^warning v1alpha1 machine\.type: write worker/],
  ['no CA', worker.replace(/\n {4}ca: .*\n {4}install/, '\n    install'), /machine\.ca: /],
  [
    'no key on a control plane',
    controlPlane.replace('ca: {crt: Y3J0, key: a2V5}', 'ca: {crt: Y3J0}'),
    /machine\.ca\.key: /,
  ],
  [
    'a key on a worker',
    worker.replace('ca: {crt: Y3J0}', 'ca: {crt: Y3J0, key: a2V5}'),
    /machine\.ca\.key: only control plane/,
  ],
  [
    'etcd on a worker',
    withLines(worker, 'cluster', 'etcd: {ca: {crt: Y3J0}}'),
    /cluster\.etcd: etcd runs on control plane/,
  ],
  ['no install disk', worker.replace('disk: /dev/sda, ', ''), /machine\.install\.disk: neither/],
  [
    'kernel arguments with a unified image',
    worker.replace('wipe: false', 'grubUseUKICmdline: true, extraKernelArgs: [a=b]'),
    /extraKernelArgs: .*grubUseUKICmdline/,
  ],
  ['a disk selected by name', worker.replace('wipe: false', 'diskSelector: {name: x}'), /diskSelector\.name/],
  [
    'a kind of disk that is none',
    worker.replace('wipe: false', 'diskSelector: {type: floppy}'),
    /"floppy" is no kind of disk/,
  ],
  ['persist false', `persist: false\n${worker}`, /persist must be true/],
  [
    'an IPv6 endpoint without brackets',
    worker.replace('192.0.2.5:6443', '[2001:db8::5]:70000'),
    /port of .* is not from 1 to 65535/,
  ],
];
for (const [name, text, finding, mode] of whole) {
  test(`main document: ${name}`, async () => {
    if (finding.source === '^$') assert.deepEqual(await findings(text, mode), []);
    else await findsOnly(text, finding, mode);
  });
}

const machine: readonly (readonly [lines: string, finding: RegExp])[] = [
  ['nodeLabels: {a: "x y"}', /machine\.nodeLabels\.a: the value "x y" may only have letters/],
  ['nodeLabels: {A.b/c: d}', /no domain name in small letters/],
  ['nodeLabels: {a/b/c: d}', /more than one slash/],
  ['nodeLabels: {"a/": d}', /the name in "a\/" is empty/],
  ['nodeAnnotations: {talos.dev/owned-labels: x}', /belongs to Talos itself/],
  ['nodeTaints: {a: "b:Sometimes"}', /"Sometimes" is no taint effect/],
  ['nodeTaints: {a: "b c:NoSchedule"}', /the value "b c"/],
  ['kubelet: {nodeIP: {validSubnets: ["!10.0.0.0/8", nowhere]}}', /validSubnets\[1\]: "nowhere" is no network/],
  ['kubelet: {extraConfig: {staticPodPath: /x}}', /extraConfig\.staticPodPath: Talos sets/],
  ['disks: [{device: /dev/sdb, partitions: [{mountpoint: /a}, {mountpoint: /b}]}]', /partitions\[0\]: only the last/],
  ['disks: [null]', /disks\[0\]: the item is empty/],
  ['systemDiskEncryption: {state: {provider: luks2, keys: []}}', /state\.keys: encryption needs/],
  [
    'systemDiskEncryption: {state: {provider: luks2, keys: [{slot: 1, nodeID: {}}, {slot: 1, nodeID: {}}]}}',
    /keys\[1\]: the slot 1 is taken/,
  ],
  ['systemDiskEncryption: {ephemeral: {provider: luks2, keys: [{slot: 1}]}}', /keys\[0\]: the key is none of/],
  ['logging: {destinations: [{endpoint: "https://a", format: json_lines}]}', /must begin with tcp/],
  ['logging: {destinations: [{endpoint: "tcp://a", format: text}]}', /"text" is no log format/],
  ['logging: {destinations: [{format: json_lines}]}', /needs an endpoint/],
  ['baseRuntimeSpecOverrides: {process: {rlimits: [{hard: -1}]}}', /rlimits\[0\]\.hard: .*from 0 on/],
  ['baseRuntimeSpecOverrides: {process: text}', /baseRuntimeSpecOverrides\.process: .*a map/],
  ['registries: {mirrors: {docker.io: null}}', /mirrors\["docker\.io"\]: nothing is set/],
  ['network: {interfaces: [null]}', /interfaces\[0\]: the item is empty/],
  ['network: {interfaces: [{interface: a, routes: [null]}]}', /routes\[0\]: the item is empty/],
  ['network: {interfaces: [{dhcp: true}]}', /neither interface nor deviceSelector/],
  ['network: {interfaces: [{interface: a, deviceSelector: {driver: x}}]}', /either a name or a deviceSelector/],
  ['network: {interfaces: [{deviceSelector: {}}]}', /selects nothing/],
  [
    'network: {interfaces: [{interface: a, addresses: [10.0.0.1/33]}]}',
    /addresses\[0\]: "10\.0\.0\.1\/33" is no address/,
  ],
  ['network: {interfaces: [{interface: a, cidr: 10.0.0.1/8}]}', /^warning .*cidr is the old form/],
  ['network: {interfaces: [{interface: a, routes: [{metric: 1}]}]}', /a route needs a network or a gateway/],
  ['network: {interfaces: [{interface: a, routes: [{gateway: x}]}]}', /gateway: "x" is no IP address/],
  ['network: {interfaces: [{interface: a, vip: {ip: x}}]}', /vip\.ip: "x" is no IP address/],
  ['network: {interfaces: [{interface: a, vlans: [{vlanId: 1, cidr: x}]}]}', /vlans\[0\]\.cidr/],
  ['network: {interfaces: [{interface: a, wireguard: {privateKey: x}}]}', /privateKey: this is no WireGuard key/],
  ['network: {interfaces: [{interface: b, bond: {mode: best, interfaces: [a]}}]}', /bond\.mode: "best" is none of/],
  [
    'network: {interfaces: [{interface: b, bond: {mode: active-backup, lacpRate: fast, interfaces: [a]}}]}',
    /lacpRate does not go with/,
  ],
  [
    'network: {interfaces: [{interface: b, bond: {mode: 802.3ad, miimon: 100, updelay: 150, interfaces: [a]}}]}',
    /updelay must be a multiple/,
  ],
  [
    'network: {interfaces: [{interface: b, bond: {interfaces: [a]}}, {interface: a, dhcp: true}]}',
    /interfaces\[1\]: .*part of "b"/,
  ],
  [
    'network: {interfaces: [{interface: b, bond: {interfaces: [a]}}, {interface: c, bridge: {interfaces: [a]}}]}',
    /"a" is part of "b" already/,
  ],
  ['network: {kubespan: {enabled: true}}', /KubeSpan needs cluster\.discovery\.enabled/],
  ['features: {kubernetesTalosAPIAccess: {enabled: true, allowedRoles: [os:king]}}', /"os:king" is no Talos role/],
  ['features: {nodeAddressSortAlgorithm: v9}', /"v9" is none of v1, v2/],
  ['install: {disk: /dev/sda, extensions: [{image: a}]}', /^warning .*extensions/],
];
for (const [lines, finding] of machine) {
  test(`machine: ${lines}`, async () => {
    const key = lines.slice(0, lines.indexOf(':'));
    const base = controlPlane.replace(new RegExp(`\n {4}${key}:.*(\n {8}.*)*`), '');
    await findsOnly(withLines(base, 'machine', lines), finding);
  });
}

const cluster: readonly (readonly [lines: string, finding: RegExp])[] = [
  ['network: {dnsDomain: "a b"}', /dnsDomain: "a b" is no DNS name/],
  ['network: {cni: {name: best}}', /"best" is no network plugin/],
  ['network: {cni: {name: none, urls: [https://a]}}', /urls are for a custom/],
  ['network: {cni: {name: custom}}', /^warning .*cni\.urls/],
  ['network: {cni: {name: custom, urls: [https://]}}', /urls\[0\]: .*has no host/],
  ['network: {cni: {name: none, flannel: {extraArgs: [a]}}}', /flags of Flannel/],
  ['externalCloudProvider: {manifests: [https://a]}', /manifests without enabled/],
  ['externalCloudProvider: {enabled: true, manifests: [nowhere]}', /manifests\[0\]: .*has no host/],
  ['inlineManifests: [{name: a, contents: ""}, {name: a, contents: ""}]', /"a" stands twice/],
  ['inlineManifests: [{name: " ", contents: ""}]', /needs a name/],
  ['discovery: {enabled: true, registries: {service: {endpoint: "https://a/b"}}}', /may not have a path/],
  [
    'apiServer: {extraArgs: {authorization-mode: RBAC}, authorizationConfig: [{type: RBAC, name: a}]}',
    /cannot go with authorizationConfig/,
  ],
  ['apiServer: {authorizationConfig: [{type: King, name: a}]}', /"King" is no type of authorizer/],
  ['apiServer: {authorizationConfig: [null]}', /authorizationConfig\[0\]: the item is empty/],
  ['apiServer: {resources: {limits: {disk: 1}}}', /"disk" is no resource of a pod/],
  ['etcd: {}', /cluster\.etcd\.ca: .*missing/],
  ['etcd: {ca: {crt: Y3J0}, subnet: 10.0.0.0/8, advertisedSubnets: [10.0.0.0/8]}', /only one of the two/],
  ['etcd: {ca: {crt: Y3J0}, listenSubnets: [x]}', /listenSubnets\[0\]: "x" is no network/],
];
for (const [lines, finding] of cluster) {
  test(`cluster: ${lines}`, async () => {
    const key = lines.slice(0, lines.indexOf(':'));
    const base = controlPlane.replace(new RegExp(`\n {4}${key}:.*`), '');
    await findsOnly(withLines(base, 'cluster', lines), finding);
  });
}

test('discovery needs an id and a secret', async () => {
  const base = controlPlane.replace(/\n {4}id:.*\n {4}secret:.*/, '');
  const found = await findings(withLines(base, 'cluster', 'discovery: {enabled: true}'));
  assert.deepEqual(
    found.map((line) => line.split(':')[0]),
    ['error v1alpha1 cluster.id', 'error v1alpha1 cluster.secret'],
  );
});
