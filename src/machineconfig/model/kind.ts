import { type DocumentKind, type Field, field, kept, string, struct } from './types.js';

/** Describes a kind of document: `apiVersion` and `kind`, then the fields of its own. */
export function documentKind(
  kind: string,
  since: string,
  doc: string,
  fields: readonly Field[],
  options: { readonly required?: readonly string[] } = {},
): DocumentKind {
  const header = [
    field('apiVersion', string, 'Version of the kind; always `v1alpha1`.', { values: ['v1alpha1'] }),
    kept('kind', string, 'Kind of the document.', { values: [kind] }),
  ];
  return {
    kind,
    apiVersion: 'v1alpha1',
    since,
    doc,
    type: struct(kind, [...header, ...fields]),
    named: fields.some((one) => one.name === 'name'),
    required: ['apiVersion', 'kind', ...(options.required ?? [])],
  };
}
