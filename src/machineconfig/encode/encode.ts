import { Commented, CoreString, emitYaml, PlainScalar } from '../../yaml/emit.js';
import { compareKeys } from '../../yaml/keyorder.js';
import { type Document, type MachineConfig, plainKeys, type Value, type ValueMap } from '../document.js';
import { findKind } from '../model/model.js';
import { unknownKeys } from '../model/navigate.js';
import type { Field, FieldType, StructType } from '../model/types.js';
import { getKey, isValueMap } from '../value.js';
import { isEmpty } from './empty.js';

export interface EncodeOptions {
  /** Explains every key in a comment. Default off: byte for byte as the reference with docs and examples off. */
  readonly comments?: boolean;
  /** Shows an example value in a comment, for keys that have one. Default off. */
  readonly examples?: boolean;
}

/** Writes a configuration, `v1alpha1` first, the others in their order, with `---` between. */
export function encodeConfig(config: MachineConfig, options: EncodeOptions = {}): string {
  const main = config.documents.filter((document) => document.apiVersion === '');
  const others = config.documents.filter((document) => document.apiVersion !== '');
  return [...main, ...others].map((document) => encodeDocument(document, options)).join('---\n');
}

/** Writes one document. */
export function encodeDocument(document: Document, options: EncodeOptions = {}): string {
  if (document.opaqueText !== undefined) return document.opaqueText;
  const kind = findKind(document.kind);
  if (kind === undefined) return emitYaml(freeTree(document.value));
  const head = options.comments === true ? `# ${kind.doc}\n` : '';
  return head + emitYaml(structTree(kind.type, document.value, options));
}

/** How a tree is made. */
export interface TreeOptions extends EncodeOptions {
  /** Leaves out every field that means the same when it is left out. */
  readonly onlySet?: boolean;
}

/** Turns a value into what the YAML writer takes: keys in their order, scalars in their form, unset fields decided. */
export function encodeTree(type: FieldType, value: Value | undefined, options: TreeOptions = {}): unknown {
  const absent = value === undefined || value === null;
  switch (type.kind) {
    case 'optional':
      return absent ? null : encodeTree(type.of, value, options);
    case 'scalar': {
      const scalar = absent ? type.form.unset : value;
      return type.form.encode === undefined ? scalar : type.form.encode(scalar as number);
    }
    case 'argument':
      return encodeArgument(value);
    case 'list': {
      const items = Array.isArray(value) ? value : [];
      // The first item explains the others.
      const { onlySet = false } = options;
      return items.map((item, at) => encodeTree(type.of, item, at === 0 ? options : { onlySet }));
    }
    case 'map':
      return sortedTree(value, (item) => encodeTree(type.of, item, { onlySet: options.onlySet ?? false }));
    case 'free':
      return sortedTree(value, freeTree);
    case 'struct':
      return structTree(type, isValueMap(value) ? value : {}, options);
  }
}

function encodeArgument(value: Value | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => new CoreString(String(item)));
  return value === undefined || value === null || value === '' ? null : new CoreString(String(value));
}

function structTree(type: StructType, value: ValueMap, options: TreeOptions): Map<string, unknown> {
  const tree = new Map<string, unknown>();
  for (const field of type.fields) {
    const item = getKey(value, field.name);
    const optional = field.omitEmpty || options.onlySet === true;
    if (optional && isEmpty(field.type, item) && !keptEmpty(field, item)) continue;
    const encoded = encodeTree(field.type, item, options);
    const comment = commentOn(field, options);
    tree.set(field.name, comment === '' ? encoded : new Commented(encoded, comment));
  }
  for (const key of unknownKeys(type, value)) tree.set(key, freeTree(getKey(value, key) ?? null));
  return tree;
}

function commentOn(field: Field, { comments, examples }: EncodeOptions): string {
  // A key that can have one value only speaks for itself.
  const doc = comments === true && field.values?.length !== 1 ? [field.doc] : [];
  const example = examples === true && field.example !== undefined ? [`Example: ${field.example}`] : [];
  return [...doc, ...example].join('\n');
}

function keptEmpty(field: Field, value: Value | undefined): boolean {
  return field.keepEmpty === true && Array.isArray(value);
}

function sortedTree(value: Value | undefined, encode: (item: Value) => unknown): Map<unknown, unknown> {
  if (!isValueMap(value)) return new Map();
  const plain = value[plainKeys];
  const keys = Object.keys(value).sort((left, right) => compareMapKeys(left, right, plain));
  return new Map(
    keys.map((key) => [plain?.has(key) === true ? new PlainScalar(key) : key, encode(getKey(value, key) ?? null)]),
  );
}

/** Keys that are numbers or booleans come first, by their value; then strings. */
function compareMapKeys(left: string, right: string, plain: ReadonlySet<string> | undefined): number {
  const a = plain?.has(left) === true;
  const b = plain?.has(right) === true;
  if (a && b) return keyNumber(left) - keyNumber(right) || compareKeys(left, right);
  if (a !== b) return a ? -1 : 1;
  return compareKeys(left, right);
}

function keyNumber(key: string): number {
  if (key === 'true') return 1;
  return key === 'false' ? 0 : Number(key);
}

/** A value without a description, its maps sorted. */
export function freeTree(value: Value): unknown {
  if (Array.isArray(value)) return value.map(freeTree);
  return isValueMap(value) ? sortedTree(value, freeTree) : value;
}
