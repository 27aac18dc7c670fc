import type { ApiFacts, FieldFacts, MessageFacts } from './facts.js';
import type { Plain } from './wire.js';

/** How deep messages inside messages are filled; some contain themselves. */
const depth = 3;

/** Values for all fields of a message but those of oneofs, where `member` says which one is set. No two are alike. */
export function samplePlain(facts: ApiFacts, message: MessageFacts, member: number, level = depth): Plain {
  const result: Record<string, unknown> = {};
  for (const field of message.fields) {
    if (field.oneof !== undefined && chosen(message, field.oneof, member) !== field) continue;
    const one = (index: number) => sampleValue(facts, field, member, level, index);
    if (field.shape === 'repeated') result[field.name] = [one(0), one(1)];
    else if (field.shape === 'map')
      result[field.name] = new Map([
        ['a', one(0)],
        ['b', one(1)],
      ]);
    else result[field.name] = one(0);
  }
  return result;
}

/** How many members the largest oneof of a message has, at least 1. */
export function oneofSize(message: MessageFacts): number {
  return Math.max(1, ...message.fields.map(({ oneof }) => membersOf(message, oneof).length));
}

/** The sample as the generated code has it: camel case, oneofs as a case and its value, maps as objects. */
export function toGenerated(facts: ApiFacts, message: MessageFacts, plain: Plain): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of message.fields) {
    const value = plain[field.name];
    if (value === undefined) continue;
    const converted = convert(facts, field, value);
    if (field.oneof === undefined) result[camelCase(field.name)] = converted;
    else result[camelCase(field.oneof)] = { $case: camelCase(field.name), value: converted };
  }
  return result;
}

export function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

function membersOf(message: MessageFacts, oneof: string | undefined): readonly FieldFacts[] {
  return oneof === undefined ? [] : message.fields.filter((field) => field.oneof === oneof);
}

function chosen(message: MessageFacts, oneof: string, member: number): FieldFacts | undefined {
  const members = membersOf(message, oneof);
  return members[member % members.length];
}

function sampleValue(
  facts: ApiFacts,
  { type, number }: FieldFacts,
  member: number,
  level: number,
  index: number,
): unknown {
  const seed = number * 2 + index;
  switch (type) {
    case 'string':
      return `text ${seed}`;
    case 'bytes':
      return Buffer.from([seed, 0, 255]);
    case 'bool':
      return true;
    // Negative and largest values tell the integer types apart.
    case 'int32':
      return -seed;
    case 'uint32':
      return 2 ** 32 - seed;
    case 'int64':
      return -(1n << 40n) - BigInt(seed);
    case 'uint64':
      return (1n << 64n) - BigInt(seed);
    case 'double':
      return seed + 0.25;
    default:
  }
  const values = facts.enums.get(type);
  if (values !== undefined) return Math.max(...values.values());
  const message = facts.messages.get(type);
  if (message === undefined) throw new Error(`no type ${type}`);
  return level === 0 ? {} : samplePlain(facts, message, member, level - 1);
}

function convert(facts: ApiFacts, { type, shape }: FieldFacts, value: unknown): unknown {
  const message = facts.messages.get(type);
  const one = (item: unknown) => (message === undefined ? item : toGenerated(facts, message, item as Plain));
  if (shape === 'repeated') return (value as unknown[]).map(one);
  if (shape === 'map')
    return Object.fromEntries([...(value as Map<string, unknown>)].map(([key, item]) => [key, one(item)]));
  return one(value);
}
