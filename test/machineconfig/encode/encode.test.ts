import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../../../src/machineconfig/encode/encode.js';
import { reencode } from '../helpers.js';

test('keys in the order of the model, what is always written, four spaces', () => {
  assert.equal(
    reencode(`cluster:
  network: {}
  controlPlane: {endpoint: "https://10.0.0.1:6443"}
machine:
  network: {interfaces: [{vlans: [{vlanId: 5, dhcp: true}], interface: eth0}]}
  type: worker
  ca: {crt: aGVsbG8=}
`),
    `version: ""
machine:
    type: worker
    token: ""
    ca:
        crt: aGVsbG8=
        key: ""
    certSANs: []
    network:
        interfaces:
            - interface: eth0
              vlans:
                - routes: []
                  dhcp: true
                  vlanId: 5
cluster:
    controlPlane:
        endpoint: https://10.0.0.1:6443
    network:
        dnsDomain: ""
        podSubnets: []
        serviceSubnets: []
`,
  );
});

test('what is unset is left out, what is empty on purpose stays', () => {
  assert.equal(
    reencode(`apiVersion: v1alpha1
kind: ResolverConfig
nameservers: []
searchDomains: {domains: [], disableDefault: false}
---
apiVersion: v1alpha1
kind: NetworkRuleConfig
name: a
ingress: []
---
apiVersion: v1alpha1
kind: VolumeConfig
name: EPHEMERAL
provisioning: {diskSelector: {}, maxSize: ""}
encryption: {cipher: aes-xts-plain64}
`),
    `apiVersion: v1alpha1
kind: ResolverConfig
searchDomains:
    domains: []
    disableDefault: false
---
apiVersion: v1alpha1
kind: NetworkRuleConfig
name: a
portSelector:
    ports: []
    protocol: Protocol(0)
ingress: []
---
apiVersion: v1alpha1
kind: VolumeConfig
name: EPHEMERAL
`,
  );
});

test('flags of programs: a string, a list, nothing', () => {
  const text = reencode('machine: {kubelet: {extraArgs: {b: [x, 1], a: yes, c: 2, d: }}}\n');
  assert.match(text, /extraArgs:\n {12}a: yes\n {12}b:\n {16}- x\n {16}- "1"\n {12}c: "2"\n {12}d: null\n/);
});

test('the main document comes first, the others keep their order', () => {
  const named = (name: string) => `apiVersion: v1alpha1\nkind: BlackholeRouteConfig\nname: ${name}\n`;
  const text = reencode(`${named('b')}---\n${named('a')}---\nmachine: {type: worker}\n`);
  assert.match(text, /^version: [\s\S]*---\n[\s\S]*name: b\n---\n[\s\S]*name: a\n$/);
});

test('comments explain keys once and change nothing else', () => {
  const config = decodeConfig(
    'machine: {type: worker, certSANs: [a], network: {interfaces: [{interface: a}, {interface: b}]}}\n',
  );
  const text = encodeConfig(config, { comments: true, examples: true });
  assert.match(text, /# Role of the machine in the cluster\.\n {4}# Example: worker\n {4}type: worker\n/);
  assert.equal(text.match(/# Name of the interface\./g)?.length, 1);
  assert.equal(reencode(text), encodeConfig(config));
});
