import { emitYaml, PlainScalar } from '../../yaml/emit.js';
import { formatFloat } from '../../yaml/scalar.js';
import { type Field, type Kind, type Layout, layouts } from './layout.js';
import { urlForm } from './text-values.js';
import { isZero, zeroDuration, zeroTime } from './zero.js';

type Map = Readonly<Record<string, unknown>>;

/**
 * A spec in the form in which a node prints it: keys in order, zero values filled in or left out as the layout says.
 * `spec` states what differs from zero; keys that the layout does not know are a programming error.
 */
export function specForm(type: string, spec: unknown): unknown {
  const layout = layouts.resource(type);
  return layout === undefined ? spec : messageForm(layout, spec, type);
}

function messageForm(layout: Layout, value: unknown, where: string): unknown {
  const [first] = layout;
  if (first?.name === '~' && layout.length === 1) return kindForm(first.kind, value, where);
  const map = asMap(value);
  const known = new Set(layout.flatMap((field) => inlined(field).map(({ name }) => name)));
  const unknown = Object.keys(map).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new RangeError(`${where} has no field ${unknown.join(', ')}`);
  return fieldsForm(layout, map, where);
}

function fieldsForm(layout: Layout, map: Map, where: string): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const field of layout) {
    if (field.name === '~') {
      if (field.kind.is === 'message') {
        Object.assign(form, fieldsForm(layouts.message(field.kind.message), map, where));
      }
      continue;
    }
    const filled = kindForm(field.kind, map[field.name], `${where} ${field.name}`);
    if (!field.omitZero || !isZero(field.kind, filled)) form[field.name] = filled;
  }
  return form;
}

/** The fields that a map shows for a field: for an inlined message all of its own. */
function inlined(field: Field): readonly Field[] {
  if (field.name !== '~') return [field];
  return field.kind.is === 'message' ? layouts.message(field.kind.message) : [];
}

function kindForm(kind: Kind, value: unknown, where: string): unknown {
  switch (kind.is) {
    case 'pointer':
      return value === undefined || value === null ? null : kindForm(kind.of, value, where);
    case 'list':
      return asList(value).map((item) => kindForm(kind.of, item, where));
    case 'map':
      return Object.fromEntries(
        Object.entries(asMap(value))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => [key, kindForm(kind.of, item, where)]),
      );
    case 'message':
      return messageForm(layouts.message(kind.message), value, where);
    case 'enum':
      return value ?? zeroText(kind.byText);
    case 'struct':
      return sorted(value ?? {});
    case 'pairs':
      return value ?? {};
    case 'bool':
      return value ?? false;
    case 'int':
    case 'double':
      return value ?? 0;
    case 'bytes':
      return value ?? [];
    case 'url':
      return typeof value === 'string' ? urlForm(value) : value;
    case 'duration':
      return value ?? zeroDuration;
    case 'time':
      return value ?? zeroTime;
    case 'yaml':
      return value ?? null;
    default:
      return value ?? '';
  }
}

/** The YAML text of a spec in that form. Numbers that are floating-point on a node are written as such. */
export function specYaml(type: string, form: unknown): string {
  const layout = layouts.resource(type);
  return emitYaml(layout === undefined ? form : messageYaml(layout, form));
}

function messageYaml(layout: Layout, form: unknown): unknown {
  const [first] = layout;
  if (first?.name === '~' && layout.length === 1) return kindYaml(first.kind, form);
  const fields = new Map(layout.flatMap((field) => inlined(field).map((inner) => [inner.name, inner])));
  return Object.fromEntries(
    Object.entries(asMap(form)).flatMap(([name, value]) => {
      const field = fields.get(name);
      if (field === undefined) return [[name, value]];
      return field.omitZero && neverShown.includes(field.kind.is) ? [] : [[name, kindYaml(field.kind, value)]];
    }),
  );
}

/** Go's YAML writer takes any value of these types for zero, so that it leaves out every field that may be omitted. */
const neverShown: readonly Kind['is'][] = ['ip', 'prefix', 'ipport'];

function kindYaml(kind: Kind, form: unknown): unknown {
  if (form === null) return form;
  switch (kind.is) {
    case 'struct':
    case 'double':
      return floats(form);
    case 'time':
      return new PlainScalar(String(form));
    case 'pairs':
      return Object.fromEntries(Object.entries(asMap(form)).map(([key, text]) => [key, new PlainScalar(String(text))]));
    case 'pointer':
      return kindYaml(kind.of, form);
    case 'list':
      return asList(form).map((item) => kindYaml(kind.of, item));
    case 'map':
      return Object.fromEntries(Object.entries(asMap(form)).map(([key, item]) => [key, kindYaml(kind.of, item)]));
    case 'message':
      return messageYaml(layouts.message(kind.message), form);
    default:
      return form;
  }
}

function floats(value: unknown): unknown {
  if (typeof value === 'number') return new PlainScalar(formatFloat(value));
  if (Array.isArray(value)) return value.map(floats);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, floats(item)]));
}

function zeroText(byText: ReadonlyMap<string, number>): string {
  for (const [text, number] of byText) if (number === 0) return text;
  return '0';
}

/** Free-form data with the keys of every map sorted, as Go prints maps. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof PlainScalar) return Number.isFinite(Number(value.text)) ? Number(value.text) : value.text;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

function asMap(value: unknown): Map {
  return value === undefined || value === null ? {} : (value as Map);
}

function asList(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : (value as readonly unknown[]);
}
