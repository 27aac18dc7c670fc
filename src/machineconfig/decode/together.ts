import { type Document, documentLabel, type Problem } from '../document.js';
import { exclusiveKinds } from '../model/model.js';

/** Documents that cannot stand side by side: the same one twice, two kinds for the same thing. */
export function checkTogether(documents: readonly Document[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, Document>();
  for (const document of documents) {
    const label = documentLabel(document);
    const report = (message: string) =>
      problems.push({ severity: 'error', document: label, path: '', message, position: document.position('') });
    if (seen.has(identity(document))) report('duplicate document');
    seen.set(identity(document), document);
    const rival = rivalsOf(document.kind)
      .map((kind) => seen.get(identity({ ...document, kind })))
      .find((one) => one !== undefined);
    if (rival !== undefined) report(`conflicts with ${documentLabel(rival)}: only one of the two may have the name`);
  }
  return problems;
}

/** What tells documents of one configuration apart. */
export function identity(document: Pick<Document, 'apiVersion' | 'kind' | 'name'>): string {
  return JSON.stringify([document.apiVersion, document.kind, document.name ?? '']);
}

function rivalsOf(kind: string): string[] {
  const group = exclusiveKinds.find((kinds) => kinds.includes(kind)) ?? [];
  return group.filter((one) => one !== kind);
}
