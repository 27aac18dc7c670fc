import { PlainScalar } from '../../yaml/emit.js';

/** A value as read from YAML or JSON: Maps, lists, strings, and scalars that keep their text. */
export type Fields = ReadonlyMap<string, unknown>;

/** The lists of a kubeconfig, and the key that holds the content of their entries. */
export const sections = { clusters: 'cluster', users: 'user', contexts: 'context' } as const;
export type Section = keyof typeof sections;

/** A file for kubectl: named clusters, users and contexts. What this program does not know is kept. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Fields>;
  readonly users: ReadonlyMap<string, Fields>;
  readonly contexts: ReadonlyMap<string, Fields>;
  readonly currentContext: string;
  /** All other keys of the file (`preferences`, `extensions`, …). */
  readonly otherKeys: Fields;
}

export const emptyKubeconfig: Kubeconfig = {
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
  currentContext: '',
  otherKeys: new Map(),
};

/** A field of an entry as text, empty where it is absent or no scalar. */
export function textField(fields: Fields | undefined, key: string): string {
  const value = fields?.get(key);
  if (value instanceof PlainScalar) return value.text;
  return typeof value === 'string' ? value : '';
}
