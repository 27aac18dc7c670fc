import { type Document, documentLabel, type MachineConfig, type Value, type ValueMap } from '../document.js';
import { findKind } from '../model/model.js';
import { withoutOptional } from '../model/navigate.js';
import { type FieldType, freeForm } from '../model/types.js';
import { getKey, isValueMap, setKey } from '../value.js';

/** A secret in a configuration. */
export interface Secret {
  /** What it is for: document and keys, without the places in lists. */
  readonly purpose: string;
  /** The same with the places in lists. */
  readonly place: string;
  readonly text: string;
}

/** A text that stands in for a secret. */
export type StandIn = (secret: Secret) => string;

/** A URL that signs in: with a password, or with a token in its query. */
const signsIn = /:\/\/[^\s/:@"']*:[^\s/@"']+@|[?&][^\s=&]*token=[^\s&]/i;

/**
 * A configuration with its secrets replaced. The field tables say what is secret; so is, to be safe, what they do not
 * describe, which a newer node has, and a URL that signs in, wherever it stands.
 */
export function replaceSecrets(config: MachineConfig, standIn: StandIn): MachineConfig {
  return { ...config, documents: config.documents.map((document) => replaceInDocument(document, standIn)) };
}

/** The secrets of a configuration, in the order in which they stand there. */
export function secretsOf(config: MachineConfig): readonly Secret[] {
  const found: Secret[] = [];
  replaceSecrets(config, (secret) => {
    found.push(secret);
    return '';
  });
  return found;
}

function replaceInDocument(document: Document, standIn: StandIn): Document {
  const label = documentLabel(document);
  const position = (path: string) => document.position(path);
  const { kind, apiVersion, name, value } = document;
  if (document.opaqueText !== undefined) {
    const text = standIn({ purpose: label, place: label, text: document.opaqueText });
    return { kind, apiVersion, name, value: {}, opaqueText: `# ${label}\n${text}\n`, position };
  }
  const type = findKind(kind)?.type ?? freeForm;
  const replaced = replaceIn(type, value, { hidden: type === freeForm, purpose: label, place: label, standIn });
  return { kind, apiVersion, name, value: isValueMap(replaced) ? replaced : {}, position };
}

interface Surroundings {
  readonly hidden: boolean;
  readonly purpose: string;
  readonly place: string;
  readonly standIn: StandIn;
}

function replaceIn(type: FieldType, value: Value, around: Surroundings): Value {
  const bare = withoutOptional(type);
  if (Array.isArray(value)) {
    const of = bare.kind === 'list' ? bare.of : freeForm;
    return value.map((item, at) => replaceIn(of, item, { ...around, place: `${around.place}[${at}]` }));
  }
  if (isValueMap(value)) return replaceInMap(bare, value, around);
  if (value === null || value === '') return value;
  const text = String(value);
  if (!around.hidden && !signsIn.test(text)) return value;
  const { purpose, place } = around;
  return around.standIn({ purpose, place, text });
}

function replaceInMap(type: FieldType, map: ValueMap, around: Surroundings): ValueMap {
  const replaced: ValueMap = { ...map };
  for (const key of Object.keys(map)) {
    const field = type.kind === 'struct' ? type.fields.find(({ name }) => name === key) : undefined;
    const of = field?.type ?? (type.kind === 'map' ? type.of : freeForm);
    const item = replaceIn(of, getKey(map, key) ?? null, {
      hidden: around.hidden || field?.secret === true || (type.kind === 'struct' && field === undefined),
      purpose: `${around.purpose} ${key}`,
      place: `${around.place} ${key}`,
      standIn: around.standIn,
    });
    setKey(replaced, key, item);
  }
  return replaced;
}
