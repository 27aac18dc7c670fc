import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MessageFacts, readFacts } from './facts.js';
import { readGenerated } from './generated.js';
import { camelCase, oneofSize, samplePlain, toGenerated } from './samples.js';
import { decodeByFacts } from './wire.js';

const facts = await readFacts();
const generated = await readGenerated();

const namesOf = (map: ReadonlyMap<string, unknown>): readonly string[] => [...map.keys()].sort();

function generatedMessage({ name }: MessageFacts) {
  const message = generated.messages.get(name);
  assert.ok(message, `${name} is generated`);
  return message;
}

test('the generated code has the messages, enums and services of the tables, and no others', () => {
  assert.deepEqual(namesOf(generated.messages), namesOf(facts.messages));
  assert.deepEqual(namesOf(generated.enums), namesOf(facts.enums));
  assert.deepEqual(namesOf(generated.services), namesOf(facts.services));
  assert.ok(facts.messages.size > 250, 'the tables are complete');
});

for (const message of facts.messages.values()) {
  test(`${message.name} has its fields, numbers and types on the wire`, () => {
    const code = generatedMessage(message);
    const names = new Set(message.fields.map(({ name, oneof }) => camelCase(oneof ?? name)));
    assert.deepEqual(Object.keys(code.create()).sort(), [...names].sort());
    for (let member = 0; member < oneofSize(message); member += 1) {
      const plain = samplePlain(facts, message, member);
      const sample = code.fromPartial(toGenerated(facts, message, plain));
      const bytes = code.encode(sample).finish();
      assert.deepEqual(decodeByFacts(facts, message.name, bytes), plain);
      assert.deepEqual(code.decode(bytes), sample);
    }
  });

  test(`${message.name} sends zero values only where presence counts`, () => {
    const code = generatedMessage(message);
    assert.equal(code.encode(code.create()).finish().length, 0);
    for (const { name, type, shape, oneof } of message.fields) {
      const zero = zeroOf(type);
      if (zero === undefined || (shape !== 'optional' && shape !== 'single')) continue;
      const key = camelCase(oneof ?? name);
      const value = oneof === undefined ? zero : { $case: camelCase(name), value: zero };
      const bytes = code.encode({ ...code.create(), [key]: value }).finish();
      const presence = shape === 'optional' || oneof !== undefined;
      assert.deepEqual(decodeByFacts(facts, message.name, bytes), presence ? { [name]: zero } : {}, name);
    }
  });
}

/** The zero of a scalar or enum; undefined for messages. */
function zeroOf(type: string): unknown {
  switch (type) {
    case 'string':
      return '';
    case 'bytes':
      return Buffer.alloc(0);
    case 'bool':
      return false;
    case 'int64':
    case 'uint64':
      return 0n;
    case 'int32':
    case 'uint32':
    case 'double':
      return 0;
    default:
      return facts.enums.has(type) ? 0 : undefined;
  }
}

for (const [name, values] of facts.enums) {
  test(`${name} has its values`, () => {
    const code = generated.enums.get(name) ?? {};
    const named = Object.entries(code).filter(([key, value]) => typeof value === 'number' && key !== 'UNRECOGNIZED');
    assert.deepEqual(new Map(named as [string, number][]), sorted(values));
  });
}

const sorted = (values: ReadonlyMap<string, number>) =>
  new Map([...values].sort(([, left], [, right]) => left - right));

for (const [name, methods] of facts.services) {
  test(`${name} has its methods`, () => {
    const code = generated.services.get(name) ?? {};
    const paths = methods.map((method) => `/${name}/${method.name}`);
    assert.deepEqual(
      Object.values(code)
        .map(({ path }) => path)
        .sort(),
      paths.sort(),
    );
    for (const { name: method, request, response, requestStream, responseStream } of methods) {
      const definition = Object.values(code).find(({ path }) => path === `/${name}/${method}`);
      assert.ok(definition);
      assert.equal(definition.requestStream, requestStream, `${method}: requests`);
      assert.equal(definition.responseStream, responseStream, `${method}: responses`);
      for (const [type, serialize, deserialize] of [
        [request, definition.requestSerialize, definition.requestDeserialize],
        [response, definition.responseSerialize, definition.responseDeserialize],
      ] as const) {
        const message = facts.messages.get(type);
        assert.ok(message, type);
        const plain = samplePlain(facts, message, 0);
        const sample = generatedMessage(message).fromPartial(toGenerated(facts, message, plain));
        const bytes = serialize(sample);
        assert.deepEqual(decodeByFacts(facts, type, bytes), plain, `${method}: ${type}`);
        assert.deepEqual(deserialize(bytes), sample, `${method}: ${type}`);
      }
    }
  });
}
