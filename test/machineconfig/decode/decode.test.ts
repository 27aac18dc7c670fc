import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { problemsOf, reencode } from '../helpers.js';

test('values, and where they stand', () => {
  const config = decodeConfig(
    `machine:
  type: worker
  network:
    interfaces:
      - interface: eth0
        mtu: 9000
  sysctls:
    net.core.somaxconn: 65535
`,
    { file: 'w.yaml' },
  );
  const [main] = config.documents;
  assert.deepEqual(main?.value, {
    machine: {
      type: 'worker',
      network: { interfaces: [{ interface: 'eth0', mtu: 9000 }] },
      sysctls: { 'net.core.somaxconn': '65535' },
    },
  });
  assert.deepEqual(main?.position('machine.network.interfaces[0].mtu'), { file: 'w.yaml', line: 6, column: 9 });
  assert.deepEqual(main?.position('machine.sysctls["net.core.somaxconn"]'), { file: 'w.yaml', line: 8, column: 5 });
  assert.deepEqual(main?.position('machine.network.hostname'), { file: 'w.yaml', line: 3, column: 3 });
});

test('several documents, by kind and name', () => {
  const config = decodeConfig(`machine: {type: worker}
---
apiVersion: v1alpha1
kind: VLANConfig
name: eth0.5
vlanID: 5
parent: eth0
`);
  assert.deepEqual(
    config.documents.map(({ kind, name, apiVersion }) => ({ kind, name, apiVersion })),
    [
      { kind: 'v1alpha1', name: undefined, apiVersion: '' },
      { kind: 'VLANConfig', name: 'eth0.5', apiVersion: 'v1alpha1' },
    ],
  );
});

test('scalars of typed fields come out in their canonical text', () => {
  const text = reencode(`machine:
  type: worker
  time: {bootTimeout: 5m}
  files:
    - {path: /a, content: x, permissions: 420, op: create}
    - {path: /b, content: x, permissions: 0644, op: create}
    - {path: /c, content: x}
  disks:
    - device: /dev/sdb
      partitions: [{size: 1.5GB}, {size: 1GiB}, {size: 1000}]
cluster:
  controlPlane: {endpoint: "https://cp.example.org:6443/a b"}
  inlineManifests: [{name: m, contents: "\\n\\nkind: Pod\\n"}]
---
apiVersion: v1alpha1
kind: WireguardConfig
name: wg0
peers:
  - {endpoint: "[FD00:0::1]:51820", persistentKeepaliveInterval: 90s, allowedIPs: [10.1.2.3/8]}
`);
  for (const line of [
    'bootTimeout: 5m0s',
    'permissions: 0o644',
    'permissions: 0o0',
    'size: 1.5 GB',
    'size: 1073741824',
    'size: 1.0 kB',
    'endpoint: https://cp.example.org:6443/a%20b',
    "endpoint: '[fd00::1]:51820'",
    'persistentKeepaliveInterval: 1m30s',
    '- 10.1.2.3/8',
  ]) {
    assert.ok(text.includes(`${line}\n`), line);
  }
  assert.match(text, /contents: \|\n {12}kind: Pod\n/);
});

test('booleans of YAML 1.1 in boolean fields, their words in strings', () => {
  const text = reencode(`machine:
  type: worker
  features: {rbac: on, stableHostname: "no"}
  nodeLabels: {a: on, b: true, c: 1.20, d: 007, e: }
`);
  for (const line of [
    'rbac: true',
    'stableHostname: false',
    'a: "on"',
    'b: "true"',
    'c: "1.20"',
    'd: "007"',
    'e: ""',
  ]) {
    assert.ok(text.includes(`${line}\n`), line);
  }
});

test('free-form maps keep numbers, booleans, nothing and big numbers', () => {
  const text = reencode(`machine:
  type: worker
  kubelet:
    extraConfig:
      a: 1.0
      b: 1e7
      c: 18446744073709551615
      d: yes
      e: ~
      f: {80: http, on: x, true: y}
      g: 2026-09-01
      h: "1"
`);
  assert.match(
    text,
    /extraConfig:\n {12}a: 1\n {12}b: 1e\+07\n {12}c: 18446744073709551615\n {12}d: "yes"\n {12}e: null\n {12}f:\n {16}true: "y"\n {16}80: http\n {16}"on": x\n {12}g: 2026-09-01T00:00:00Z\n {12}h: "1"\n/,
  );
});

test('anchors, aliases and merge keys', () => {
  const text = reencode(`machine:
  type: worker
  nodeLabels: &labels {a: b}
  nodeAnnotations: {<<: *labels, c: d}
  certSANs: &names [x]
  network: {nameservers: *names}
`);
  assert.match(text, /nodeAnnotations:\n {8}a: b\n {8}c: d\n/);
  assert.match(text, /nameservers:\n {12}- x\n/);
});

test('all problems at once, each with its place and what may be meant', () => {
  const text = `machine:
  typ: worker
  kubelet:
    extraArg: {}
    image: [a]
  nodeLabels: {a: b, a: c}
cluster:
  certSANs: [x]
  network: {podSubnets: 10.0.0.0/8}
---
apiVersion: v1alpha1
kind: VLANConfig
name: x
vlanID: 70000
mut: 1
`;
  assert.deepEqual(
    problemsOf(() => decodeConfig(text, { file: 'c.yaml' })),
    [
      'c.yaml, line 2, column 3: v1alpha1 machine: unknown key "typ", did you mean type?',
      'c.yaml, line 4, column 5: v1alpha1 machine.kubelet: unknown key "extraArg", did you mean extraArgs?',
      'c.yaml, line 5, column 12: v1alpha1 machine.kubelet.image: expected a string, found a list',
      'c.yaml, line 6, column 22: v1alpha1 machine.nodeLabels.a: duplicate key, already defined at line 6',
      'c.yaml, line 8, column 3: v1alpha1 cluster: unknown key "certSANs"; it belongs to machine.certSANs or cluster.apiServer.certSANs',
      'c.yaml, line 9, column 25: v1alpha1 cluster.network.podSubnets: expected a list, found "10.0.0.0/8"',
      'c.yaml, line 14, column 9: VLANConfig/x vlanID: expected a number from 0 to 65535, found "70000"',
      'c.yaml, line 15, column 1: VLANConfig/x: unknown key "mut", did you mean mtu?',
    ],
  );
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['a misspelt top key', 'machin: {}\n', /unknown key "machin", did you mean machine\?/],
  ['no kind', 'version: v1alpha1\n', /missing kind/],
  ['nothing', '# nothing\n', /no configuration found/],
  ['a list', '- a\n', /expected a document/],
  ['no apiVersion', 'kind: HostnameConfig\n', /missing apiVersion/],
  [
    'an unknown apiVersion',
    'apiVersion: v2\nkind: HostnameConfig\n',
    /unknown apiVersion "v2", HostnameConfig has v1alpha1/,
  ],
  ['a misspelt kind', 'apiVersion: v1alpha1\nkind: HostNameConfigs\n', /did you mean HostnameConfig\?/],
  [
    'a kind of a newer Talos',
    'apiVersion: v1alpha1\nkind: SysctlConfig\n',
    /unknown kind "SysctlConfig": Talos has it since version 1\.14/,
  ],
  ['a document twice', 'machine: {}\n---\ncluster: {}\n', /duplicate document/],
  ['a merge key where Talos takes none', 'machine: &m {type: worker}\ncluster:\n  <<: *m\n', /takes no merge key/],
  ['a merge key with a map of its own', 'machine: {nodeLabels: {<<: {a: b}}}\n', /takes only an alias/],
  [
    'two kinds for one link',
    'apiVersion: v1alpha1\nkind: BondConfig\nname: a\n---\napiVersion: v1alpha1\nkind: LinkConfig\nname: a\n',
    /LinkConfig\/a: conflicts with BondConfig\/a/,
  ],
  ['a duration without unit', 'machine: {time: {bootTimeout: 5}}\n', /expected a duration with units/],
  [
    'a quoted number',
    'machine: {network: {interfaces: [{mtu: "9000"}]}}\n',
    /interfaces\[0\]\.mtu: expected a whole number/,
  ],
];

for (const [what, text, reason] of refused) {
  test(`refused: ${what}`, () => {
    assert.match(problemsOf(() => decodeConfig(text)).join('\n'), reason);
  });
}

test('aliases cannot blow up a text without limit', () => {
  const levels = Array.from(
    { length: 12 },
    (_, at) => `  l${at + 1}: &l${at + 1} [${Array(10).fill(`*l${at}`).join(', ')}]`,
  );
  const text = `machine:\n  kubelet:\n    extraConfig:\n  pods:\n  - l0: &l0 [x]\n${levels.map((line) => `  ${line}`).join('\n')}\n`;
  assert.match(problemsOf(() => decodeConfig(text)).join('\n'), /the aliases repeat too much/);
});

test('what a newer node has passes through as it is', () => {
  const newer = `apiVersion: v1alpha1
kind: SysctlConfig
# kept
params: {a: b}
`;
  const config = decodeConfig(`machine: {type: worker}\n---\n${newer}`, { source: 'node' });
  assert.equal(config.documents[1]?.kind, 'SysctlConfig');
  assert.equal(config.documents[1]?.opaqueText, newer);
});

const foreign: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['a resource', 'node: a\nmetadata: {id: v1alpha1}\nspec: |\n  machine: {}\n', /a resource as .* its spec alone/],
  ['a manifest', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n', /ConfigMap: this is a Kubernetes manifest/],
  ['a talosconfig', 'context: a\ncontexts: {a: {}}\n', /this is a client configuration/],
  [
    'a schematic',
    'customization: {systemExtensions: {officialExtensions: [a/b]}}\n',
    /a schematic .*machine\.install\.image/,
  ],
  ['secrets', 'cluster: {}\nsecrets: {}\ntrustdinfo: {}\ncerts: {}\n', /this is a secrets bundle/],
];
for (const [what, text, message] of foreign) {
  test(`${what} in place of a configuration is told in one line`, () => {
    const problems = problemsOf(() => decodeConfig(text));
    assert.equal(problems.length, 1);
    assert.match(problems.join(), message);
  });
}
