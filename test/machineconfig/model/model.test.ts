import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { documentKinds, exclusiveKinds, findKind, laterKinds } from '../../../src/machineconfig/model/model.js';
import type { Field, FieldType, StructType } from '../../../src/machineconfig/model/types.js';
import { configSchema } from '../../../src/machineconfig/schema.js';

function structsOf(type: FieldType, found: Set<StructType>): Set<StructType> {
  if (type.kind === 'struct') {
    if (found.has(type)) return found;
    found.add(type);
    for (const field of type.fields) structsOf(field.type, found);
  } else if ('of' in type) structsOf(type.of, found);
  return found;
}

const structs = documentKinds.reduce((found, kind) => structsOf(kind.type, found), new Set<StructType>());
const fields: readonly Field[] = [...structs].flatMap((struct) => struct.fields);

test('the main document and 44 kinds', () => {
  assert.equal(documentKinds.length, 45);
  assert.equal(documentKinds[0]?.kind, 'v1alpha1');
  assert.equal(new Set(documentKinds.map((kind) => kind.kind)).size, 45);
});

test('structs have names of their own and no field twice', () => {
  assert.equal(new Set([...structs].map((struct) => struct.name)).size, structs.size);
  for (const { name, fields: own } of structs) {
    assert.equal(new Set(own.map((field) => field.name)).size, own.length, name);
  }
});

test('every field says what it is for, in a sentence', () => {
  for (const field of fields) assert.match(field.doc, /^[A-Za-z`][^\n]*\.$/, field.name);
  for (const kind of documentKinds) assert.match(kind.doc, /^[A-Z][^\n]*\.$/, kind.kind);
});

test('examples are YAML, versions are versions', () => {
  for (const { example } of fields) if (example !== undefined) assert.notEqual(parse(example), undefined);
  for (const version of [...fields.map((field) => field.since ?? '1.0'), ...documentKinds.map((kind) => kind.since)]) {
    assert.match(version, /^1\.(?:[0-9]|1[0-3])$/);
  }
});

test('lists of names refer to what there is', () => {
  for (const kind of exclusiveKinds.flat()) assert.ok(findKind(kind), kind);
  for (const kind of laterKinds.keys()) assert.equal(findKind(kind), undefined);
  for (const struct of structs) {
    const names = struct.fields.map((field) => field.name);
    for (const name of struct.emptyBy ?? []) assert.ok(names.includes(name), `${struct.name} ${name}`);
    for (const { type } of struct.fields) {
      if (type.kind !== 'list' || type.merge === undefined) continue;
      const item = type.of.kind === 'optional' ? type.of.of : type.of;
      assert.ok(item.kind === 'struct');
      for (const key of type.merge.by)
        assert.ok(
          item.fields.some((field) => field.name === key),
          key,
        );
    }
  }
});

test('the schema describes every kind, and its references lead somewhere', () => {
  const schema = configSchema();
  const text = JSON.stringify(schema);
  const definitions = schema['definitions'] as Record<string, unknown>;
  for (const [, name = ''] of text.matchAll(/"#\/definitions\/([^"]+)"/g))
    assert.ok(Object.hasOwn(definitions, name), name);
  assert.equal((schema['oneOf'] as unknown[]).length, documentKinds.length);
  for (const struct of structs) assert.ok(Object.hasOwn(definitions, struct.name), struct.name);
});
