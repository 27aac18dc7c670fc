import type { Document, ValueMap } from '../document.js';

/** A document that no file holds: `v1alpha1` itself or one of the other kinds, with its name where it has one. */
export function generatedDocument(kind: string, value: ValueMap, name?: string): Document {
  const main = kind === 'v1alpha1';
  const head: ValueMap = main ? {} : { apiVersion: 'v1alpha1', kind, ...(name === undefined ? {} : { name }) };
  return {
    kind,
    apiVersion: main ? '' : 'v1alpha1',
    name,
    value: { ...head, ...value },
    position: () => undefined,
  };
}
