import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TalosctlError } from '../../src/errors/errors.js';
import type { Resource as Message, Metadata } from '../../src/gen/v1alpha1/resource.js';
import { encodeJson } from '../../src/render/json.js';
import { resourceData, resourceYaml } from '../../src/resources/document.js';
import { machineConfigText, machineConfigType } from '../../src/resources/machine-config.js';
import { decodeResource, type Resource } from '../../src/resources/resource.js';

const seconds = (text: string) => ({ seconds: BigInt(Date.parse(text) / 1000), nanos: 0 });

function message(yamlSpec: string, metadata: Partial<Metadata> = {}): Message {
  return {
    metadata: {
      namespace: 'network',
      type: 'LinkStatuses.net.talos.dev',
      id: 'eth0',
      version: '3',
      owner: 'network.LinkStatusController',
      phase: 'running',
      created: seconds('2026-01-02T03:04:05Z'),
      updated: seconds('2026-01-02T03:04:06Z'),
      finalizers: [],
      annotations: {},
      labels: {},
      ...metadata,
    },
    spec: { yamlSpec, protoSpec: Buffer.alloc(0) },
  };
}

function resource(yamlSpec: string, metadata: Partial<Metadata> = {}): Resource {
  return decodeResource(message(yamlSpec, metadata));
}

function specOf(yamlSpec: string, metadata: Partial<Metadata> = {}): string {
  const yaml = resourceYaml(resource(yamlSpec, metadata));
  return yaml.slice(yaml.indexOf('spec:'));
}

test('metadata comes first, in its order, without quotes', () => {
  const shown = resource('up: true\n', {
    id: 'lo/::1/128',
    owner: '',
    labels: { zone: '1', 'a.b/c': 'x y' },
    annotations: { 'talos.dev/yaml-spec': '1' },
    finalizers: ['one', 'two'],
  });
  assert.equal(
    resourceYaml(shown),
    `metadata:
    namespace: network
    type: LinkStatuses.net.talos.dev
    id: lo/::1/128
    version: 3
    owner:
    phase: running
    created: 2026-01-02T03:04:05Z
    updated: 2026-01-02T03:04:06Z
    labels:
        a.b/c: x y
        zone: 1
    annotations:
        talos.dev/yaml-spec: 1
    finalizers:
        - one
        - two
spec:
    up: true
`,
  );
});

test('an id that YAML would read as something else is quoted', () => {
  const yaml = resourceYaml(resource('{}\n', { id: 'a: b # c' }));
  assert.match(yaml, /^ {4}id: 'a: b # c'$/m);
});

test('a spec is moved as it is', () => {
  const block = 'text: |\n    one\n\n      two\nlist:\n    - a: "1"\n      b: 2026-01-02\nflow: {}\nfolded: \'x y\'\n';
  assert.equal(specOf(block), `spec:\n${block.replace(/^(?=.)/gm, '    ')}`);
  assert.equal(specOf('- a\n- b\n'), 'spec:\n    - a\n    - b\n');
  assert.equal(specOf('{}\n'), 'spec: {}\n');
  assert.equal(specOf('[]\n'), 'spec: []\n');
  assert.equal(specOf('"true"\n'), 'spec: "true"\n');
  assert.equal(specOf('a: b\n'), 'spec:\n    a: b\n');
  assert.equal(specOf('|\n    one\n      two\n'), 'spec: |\n    one\n      two\n');
  assert.equal(specOf('|+\n    one\n\n'), 'spec: |+\n    one\n\n');
  assert.equal(specOf(''), 'spec: null\n');
});

test('as data, scalars have the values that YAML gives them', () => {
  const spec = 'n: 5\nf: 1.5\ns: "5"\nyes: yes\nnothing:\nwhen: 2026-01-02\noctal: 0o17\n';
  const data = resourceData(resource(spec, { annotations: { count: '1' } }));
  assert.equal(
    encodeJson(data),
    `{
    "metadata": {
        "annotations": {
            "count": 1
        },
        "created": "2026-01-02T03:04:05Z",
        "id": "eth0",
        "namespace": "network",
        "owner": "network.LinkStatusController",
        "phase": "running",
        "type": "LinkStatuses.net.talos.dev",
        "updated": "2026-01-02T03:04:06Z",
        "version": 3
    },
    "spec": {
        "f": 1.5,
        "n": 5,
        "nothing": null,
        "octal": 15,
        "s": "5",
        "when": "2026-01-02T00:00:00Z",
        "yes": "yes"
    }
}`,
  );
});

test('a machine configuration is the text that it holds', () => {
  const config = 'version: v1alpha1\nmachine:\n    type: worker\n---\napiVersion: v1beta9\nkind: NotKnownYet\nx: 007\n';
  const indented = config.replace(/^(?=.)/gm, '    ');
  const marked = resource(`|\n${indented}`, { type: machineConfigType, annotations: { 'talos.dev/yaml-spec': '1' } });
  assert.equal(machineConfigText(marked), config);
  assert.equal(specOf(`|\n${indented}`, { type: machineConfigType, annotations: { x: '1' } }), `spec: |\n${indented}`);
});

test('a machine configuration of older nodes is its own spec', () => {
  const config = 'version: v1alpha1\n---\nkind: Other\n';
  const bare = resource(config, { type: machineConfigType });
  assert.equal(machineConfigText(bare), config);
  assert.equal(
    specOf(config, { type: machineConfigType }),
    'spec: |\n    version: v1alpha1\n    ---\n    kind: Other\n',
  );
  assert.equal(resourceData(bare).get('spec'), config);
});

test('what a node must not send is an error that names it', () => {
  assert.throws(() => decodeResource(undefined), TalosctlError);
  assert.throws(() => resource('a: [').spec(), /LinkStatuses.net.talos.dev eth0.*line 1/s);
  const text = resource('a: 1\n', { type: machineConfigType, annotations: { x: '1' } });
  assert.throws(() => machineConfigText(text), /holds no text/);
});

test('aliases cannot multiply a spec without end', () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? 'l0: &l0 [x]'
      : `l${level}: &l${level} [${Array(10)
          .fill(`*l${level - 1}`)
          .join(', ')}]`,
  );
  assert.throws(() => resource(`${levels.join('\n')}\n`).spec(), /too large/);
});
