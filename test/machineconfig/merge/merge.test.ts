import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patch, problemsOf, reencode, warningsOf, worker } from '../helpers.js';

/** Asserts that patching gives what the wanted text means. */
function gives(config: string, patches: readonly string[], wanted: string): void {
  assert.equal(patch(config, patches), reencode(wanted));
}

const machine = (inner: string) => `machine: {${inner}}\n`;

test('lists append, old items first; the subnets of pods and services are replaced', () => {
  gives(
    `${machine('certSANs: [a], network: {nameservers: [1.1.1.1]}')}cluster: {network: {podSubnets: [10.1.0.0/16], serviceSubnets: [10.2.0.0/16]}}\n`,
    [`${machine('certSANs: [b, c]')}cluster: {network: {podSubnets: [10.3.0.0/16], serviceSubnets: []}}\n`],
    `${machine('certSANs: [a, b, c], network: {nameservers: [1.1.1.1]}')}cluster: {network: {podSubnets: [10.3.0.0/16], serviceSubnets: []}}\n`,
  );
});

test('interfaces merge by name or selector, VLANs inside by their id', () => {
  gives(
    machine(
      'network: {interfaces: [{interface: a, vlans: [{vlanId: 1, mtu: 1400}, {vlanId: 2}]}, {deviceSelector: {driver: x}, mtu: 1500}]}',
    ),
    [
      machine(
        'network: {interfaces: [{interface: a, vlans: [{vlanId: 2, dhcp: true}, {vlanId: 3}]}, {deviceSelector: {driver: x}, dhcp: true}, {interface: b}]}',
      ),
    ],
    machine(
      'network: {interfaces: [{interface: a, vlans: [{vlanId: 1, mtu: 1400}, {vlanId: 2, dhcp: true}, {vlanId: 3}]}, {deviceSelector: {driver: x}, mtu: 1500, dhcp: true}, {interface: b}]}',
    ),
  );
});

test('admission plugins merge by name, the lists inside append; the audit policy is replaced', () => {
  gives(
    'cluster: {apiServer: {auditPolicy: {rules: [a]}, admissionControl: [{name: P, configuration: {x: {l: [1]}, y: 1}}]}}\n',
    [
      'cluster: {apiServer: {auditPolicy: {omitStages: [b]}, admissionControl: [{name: P, configuration: {x: {l: [2]}}}, {name: Q, configuration: {}}]}}\n',
    ],
    'cluster: {apiServer: {auditPolicy: {omitStages: [b]}, admissionControl: [{name: P, configuration: {x: {l: [1, 2]}, y: 1}}, {name: Q, configuration: {}}]}}\n',
  );
});

test('extension files merge by path, image rules are replaced by image, flags whole', () => {
  const header = (kind: string, rest: string) => `{apiVersion: v1alpha1, kind: ${kind}, ${rest}}\n`;
  gives(
    header('ExtensionServiceConfig', 'name: a, configFiles: [{mountPath: /x, content: old}], environment: [A=1]'),
    [
      header(
        'ExtensionServiceConfig',
        'name: a, configFiles: [{mountPath: /x, content: new}, {mountPath: /y, content: z}], environment: [B=2]',
      ),
    ],
    header(
      'ExtensionServiceConfig',
      'name: a, configFiles: [{mountPath: /x, content: new}, {mountPath: /y, content: z}], environment: [A=1, B=2]',
    ),
  );
  gives(
    header('ImageVerificationConfig', 'rules: [{image: a, skip: true}, {image: b}]'),
    [header('ImageVerificationConfig', 'rules: [{image: a, deny: true}]')],
    header('ImageVerificationConfig', 'rules: [{image: a, deny: true}, {image: b}]'),
  );
  gives(
    machine('kubelet: {extraArgs: {v: "2", node-ip: [a]}}'),
    [machine('kubelet: {extraArgs: {node-ip: b, x: [c]}}')],
    machine('kubelet: {extraArgs: {v: "2", node-ip: b, x: [c]}}'),
  );
});

test('an unset value of a typed field changes nothing, one that can be absent wins', () => {
  gives(
    machine('token: t, network: {interfaces: [{interface: a, mtu: 1500, dhcp: true}]}'),
    [machine('token: "", network: {interfaces: [{interface: a, mtu: 0, dhcp: false}]}')],
    machine('token: t, network: {interfaces: [{interface: a, mtu: 1500, dhcp: false}]}'),
  );
  gives(
    '{apiVersion: v1alpha1, kind: NetworkDefaultActionConfig, ingress: block}\n',
    ['{apiVersion: v1alpha1, kind: NetworkDefaultActionConfig, ingress: accept}\n'],
    '{apiVersion: v1alpha1, kind: NetworkDefaultActionConfig, ingress: block}\n',
  );
});

test('in maps of strings and of free form what the patch says wins', () => {
  gives(
    machine('nodeLabels: {a: x, b: y}, kubelet: {extraConfig: {n: 85, f: true, s: x, l: [1], m: {k: 1}}}'),
    [machine('nodeLabels: {a: ""}, kubelet: {extraConfig: {n: 0, f: false, s: 5, l: [2], m: {k: ~}}}')],
    machine('nodeLabels: {a: "", b: y}, kubelet: {extraConfig: {n: 0, f: false, s: 5, l: [1, 2], m: {k: ~}}}'),
  );
});

test('a URL and a network are one value', () => {
  gives(
    '{apiVersion: v1alpha1, kind: KmsgLogConfig, name: a, url: "tcp://a:1/p"}\n',
    ['{apiVersion: v1alpha1, kind: KmsgLogConfig, name: a, url: "udp://b:2"}\n'],
    '{apiVersion: v1alpha1, kind: KmsgLogConfig, name: a, url: "udp://b:2"}\n',
  );
  gives(
    '{apiVersion: v1alpha1, kind: RoutingRuleConfig, name: "1", src: 10.0.0.0/8, table: main}\n',
    ['{apiVersion: v1alpha1, kind: RoutingRuleConfig, name: "1", src: 10.1.0.0/16, table: main}\n'],
    '{apiVersion: v1alpha1, kind: RoutingRuleConfig, name: "1", src: 10.1.0.0/16, table: main}\n',
  );
});

test('selectors and sizes as the reference merges them, with a warning', () => {
  const volume = (provisioning: string) =>
    `{apiVersion: v1alpha1, kind: VolumeConfig, name: EPHEMERAL, provisioning: {${provisioning}}}\n`;
  const base = volume('diskSelector: {match: system_disk}, minSize: 1GiB, maxSize: 2TB');
  gives(base, [volume('maxSize: 3TB')], volume('maxSize: 3TB'));
  gives(
    base,
    [volume('maxSize: 50%, minSize: 2GiB, diskSelector: {match: "!system_disk"}')],
    volume('maxSize: 2TB, minSize: 2GiB, diskSelector: {match: "!system_disk"}'),
  );
  const warnings = warningsOf(base, [volume('maxSize: 50%')]);
  assert.equal(warnings.length, 3);
  assert.match(warnings.join('\n'), /provisioning\.diskSelector\.match: .*clears it/);
  assert.match(warnings.join('\n'), /provisioning\.maxSize: 2TB stays/);
});

test('items that are in a list already come again, with a warning', () => {
  assert.deepEqual(warningsOf(machine('certSANs: [a]'), [machine('certSANs: [a, b]')]), [
    'v1alpha1 machine.certSANs: the patch adds "a" a second time, since patches append to this list',
  ]);
});

test('new documents are appended, known ones merged by kind and name', () => {
  const route = (name: string, metric: number) =>
    `apiVersion: v1alpha1\nkind: BlackholeRouteConfig\nname: ${name}\nmetric: ${metric}\n`;
  gives(
    `${worker}---\n${route('10.0.0.0/8', 1)}`,
    [`${route('10.0.0.0/8', 2)}---\n${route('10.0.0.0/9', 3)}`],
    `${worker}---\n${route('10.0.0.0/8', 2)}---\n${route('10.0.0.0/9', 3)}`,
  );
});

test('the same document twice in a patch is merged in order', () => {
  const volume = (provisioning: string) =>
    `apiVersion: v1alpha1\nkind: UserVolumeConfig\nname: data\nprovisioning: {${provisioning}}\n`;
  gives(
    worker,
    [`${volume('minSize: 1GiB')}---\n${volume('maxSize: 2GiB')}`],
    `${worker}---\n${volume('minSize: 1GiB, maxSize: 2GiB')}`,
  );
});

test('documents that exclude each other are refused, naming the patch', () => {
  const link = (kind: string) => `apiVersion: v1alpha1\nkind: ${kind}\nname: eth0\n`;
  assert.match(
    problemsOf(() => patch(link('LinkConfig'), [link('DummyLinkConfig')])).join(),
    /^p1\.yaml, .*DummyLinkConfig\/eth0: conflicts with LinkConfig\/eth0/,
  );
});

test('a map cannot become a list', () => {
  assert.match(
    problemsOf(() =>
      patch(machine('kubelet: {extraConfig: {a: {b: 1}}}'), [machine('kubelet: {extraConfig: {a: [1]}}')]),
    ).join(),
    /machine\.kubelet\.extraConfig\.a: the patch has a list where the configuration has a map/,
  );
});

test('a patch stays as it was, so that it can be used again', () => {
  const text = machine('kubelet: {extraConfig: {l: [1]}}');
  const twice = machine('kubelet: {extraConfig: {l: [1, 1]}}');
  gives(
    worker,
    [text, text],
    `version: v1alpha1\n${twice.replace('{kubelet', '{type: worker, kubelet')}cluster: {controlPlane: {endpoint: "https://192.0.2.5:6443"}}\n`,
  );
});
