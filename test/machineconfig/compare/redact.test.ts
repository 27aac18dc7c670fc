import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactPair } from '../../../src/machineconfig/compare/redact.js';
import { secretsOf } from '../../../src/machineconfig/compare/secrets.js';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../../../src/machineconfig/encode/encode.js';
import { generateConfig } from '../../../src/machineconfig/generate/generate.js';
import { documentKinds } from '../../../src/machineconfig/model/model.js';
import type { Field, FieldType } from '../../../src/machineconfig/model/types.js';
import { generateInput } from '../generate/input.js';

const decode = (text: string) => decodeConfig(text, { source: 'node' });

function redacted(before: string, after: string): readonly [before: string, after: string] {
  const pair = redactPair(decode(before), decode(after));
  return [encodeConfig(pair.before), encodeConfig(pair.after)];
}

function markers(text: string): readonly string[] {
  return [...text.matchAll(/<secret, (\w+)>/g)].map(([, word = '']) => word);
}

function fieldsOf(type: FieldType, path: string, found: Map<Field, string>): Map<Field, string> {
  if (type.kind === 'struct') {
    for (const field of type.fields) {
      if (found.has(field)) continue;
      found.set(field, `${path}.${field.name}`);
      if (field.secret !== true) fieldsOf(field.type, `${path}.${field.name}`, found);
    }
  } else if ('of' in type) fieldsOf(type.of, path, found);
  return found;
}

test('fields that sound like a secret are one, or known to be none', () => {
  const fields = documentKinds.reduce((found, { kind, type }) => fieldsOf(type, kind, found), new Map<Field, string>());
  const none =
    /\.(publicKey|keys|keyless|adUserPortKey|apidCheckExtKeyUsage|keySize|auth|authorizationConfig|lockToState|token[A-Z]\w*)$/;
  const open = [...fields]
    .filter(([{ name, secret }]) => secret !== true && /key|token|passw|passphrase|secret|auth/i.test(name))
    .map(([, path]) => path)
    .filter((path) => !none.test(path));
  assert.deepEqual(open, []);
});

test('a generated configuration is shown without anything of its secrets', () => {
  const text = encodeConfig(generateConfig(generateInput('v1.13'), 'controlplane'));
  const secrets = secretsOf(decode(text));
  assert.deepEqual(
    secrets.map(({ purpose }) => purpose),
    [
      'v1alpha1 machine token',
      'v1alpha1 machine ca key',
      'v1alpha1 cluster secret',
      'v1alpha1 cluster token',
      'v1alpha1 cluster secretboxEncryptionSecret',
      'v1alpha1 cluster ca key',
      'v1alpha1 cluster aggregatorCA key',
      'v1alpha1 cluster serviceAccount key',
      'v1alpha1 cluster etcd ca key',
    ],
  );
  const [, shown] = redacted(text, text);
  assert.deepEqual(
    markers(shown),
    secrets.map(() => 'same'),
  );
  for (const { text: secret } of secrets) assert.ok(!shown.includes(secret));
  assert.deepEqual(
    markers(encodeConfig(redactPair(undefined, decode(text)).after)),
    secrets.map(() => 'new'),
  );
});

const registry = (name: string, password: string) =>
  `apiVersion: v1alpha1\nkind: RegistryAuthConfig\nname: ${name}\nusername: me\npassword: ${password}\n`;

test('changed, new and gone', () => {
  const [before, after] = redacted(
    `${registry('a', 'alpha')}---\n${registry('b', 'beta')}`,
    `${registry('a', 'omega')}---\n${registry('c', 'gamma')}`,
  );
  assert.deepEqual(
    [markers(before), markers(after)],
    [
      ['before', 'before'],
      ['changed', 'new'],
    ],
  );
  assert.match(after, /username: me/);
});

const tunnel = (...peers: readonly string[]) =>
  `apiVersion: v1alpha1\nkind: WireguardConfig\nname: wg0\nprivateKey: own\npeers:\n${peers
    .map((key) => `    - publicKey: p\n      presharedKey: ${key}\n`)
    .join('')}`;

test('items that moved are the same, those that were swapped are not', () => {
  const [, moved] = redacted(tunnel('one', 'two'), tunnel('three', 'one', 'two'));
  assert.deepEqual(markers(moved), ['same', 'new', 'same', 'same']);
  const [before, swapped] = redacted(tunnel('one', 'two'), tunnel('two', 'one'));
  assert.deepEqual(markers(before), ['same', 'before', 'before']);
  assert.deepEqual(markers(swapped), ['same', 'changed', 'changed']);
});

test('what the tables do not describe, and URLs that sign in', () => {
  const before = `version: v1alpha1
machine:
    type: worker
    notYet: {inside: [hidden1, 5]}
    registries:
        mirrors:
            docker.io:
                endpoints: [https://mirror.example.org, "http://me:hidden2@mirror.example.org"]
    install:
        extraKernelArgs: [console=tty0, "siderolink.api=https://omni.example.org?jointoken=hidden3"]
---
apiVersion: v1beta9
kind: NotKnownYet
x: hidden4
`;
  const [, after] = redacted(before, before.replace('hidden4', 'hidden5'));
  assert.doesNotMatch(after, /hidden/);
  assert.match(after, /console=tty0\n[\s\S]*https:\/\/mirror\.example\.org\n/);
  assert.match(after, /# NotKnownYet\n<secret, changed>\n$/);
  assert.deepEqual(markers(after), ['same', 'same', 'same', 'same', 'changed']);
});
