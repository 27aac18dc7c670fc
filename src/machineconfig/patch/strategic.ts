import { DecodedDocument } from '../decode/decoded.js';
import { checkTogether, identity } from '../decode/together.js';
import { type Document, documentLabel, type Problem, type ValueMap } from '../document.js';
import { ConfigError } from '../errors.js';
import { mergeTyped } from '../merge/merge.js';
import { remove } from '../merge/remove.js';
import { cloneValue, isValueMap } from '../value.js';
import type { PatchDocument, StrategicPatch } from './types.js';

/**
 * Merges a strategic patch into documents, whose values may be changed. New documents are appended. Throws ConfigError
 * naming the patch.
 */
export function mergeStrategic(
  documents: readonly Document[],
  patch: StrategicPatch,
  warnings: Problem[],
): readonly Document[] {
  const result = [...documents];
  const problems: Problem[] = [];
  for (const part of joinSame(patch.documents)) mergeDocument(result, part, problems);
  problems.push(...checkTogether(result));
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (errors.length > 0) throw new ConfigError(errors.map((problem) => withPlace(problem, patch)));
  warnings.push(...problems.map((problem) => withPlace(problem, patch)));
  return result;
}

/** Problems of a merge come from the patch, whatever the place in the configuration. */
function withPlace(problem: Problem, patch: StrategicPatch): Problem {
  const known = problem.position?.file === patch.source ? problem.position : undefined;
  return { ...problem, position: known ?? { file: patch.source, line: 1, column: 1 } };
}

/** Merges parts about the same document into the first of them, so that together they are one patch. */
function joinSame(parts: readonly PatchDocument[]): PatchDocument[] {
  const joined: PatchDocument[] = [];
  for (const part of parts) {
    const key = partIdentity(part);
    const at = joined.findIndex((one) => partIdentity(one) === key);
    const first = joined[at];
    if (first === undefined || part.removals.length > 0) joined.push(part);
    else joined[at] = { ...first, value: joinValues(first, part) };
  }
  return joined;
}

function partIdentity({ kind, name }: PatchDocument): string {
  return identity({ kind: kind.kind, apiVersion: kind.apiVersion, name });
}

function joinValues(first: PatchDocument, second: PatchDocument): ValueMap | undefined {
  if (first.value === undefined) return second.value;
  const context = { document: labelOf(first), problems: [], joiningPatches: true };
  const merged = mergeTyped(context, first.kind.type, cloneValue(first.value), second.value, '');
  return isValueMap(merged) ? merged : first.value;
}

function labelOf({ kind, name }: PatchDocument): string {
  return documentLabel({ kind: kind.kind, name });
}

function mergeDocument(documents: Document[], part: PatchDocument, problems: Problem[]): void {
  const at = documents.findIndex((document) => identity(document) === partIdentity(part));
  const target = documents[at];
  if (target === undefined) {
    if (part.removals.length > 0) problems.push(nothingToDelete(part));
    if (part.value !== undefined) documents.push(newDocument(part, part.value));
    return;
  }
  if (target.opaqueText !== undefined) {
    const message = 'the node has keys here that only a newer client knows; this one cannot patch the document';
    problems.push({ severity: 'error', document: labelOf(part), path: '', message });
    return;
  }
  if (part.removals.some((removal) => removal.path.length === 0)) {
    documents.splice(at, 1);
    if (part.value !== undefined) documents.push(newDocument(part, part.value));
    return;
  }
  const context = { document: labelOf(part), problems, source: part.yaml };
  for (const removal of part.removals) remove(target.value, part.kind.type, removal, context);
  if (part.value !== undefined) mergeTyped(context, part.kind.type, target.value, part.value, '');
}

function newDocument(part: PatchDocument, value: ValueMap): Document {
  const { kind, apiVersion, name, yaml, start } = part;
  const root = { kind: 'mapping', entries: [], flow: false, start, end: start } as const;
  return new DecodedDocument({ kind: kind.kind, apiVersion, name, value: cloneValue(value) }, yaml, root);
}

function nothingToDelete(part: PatchDocument): Problem {
  const message = 'nothing to delete: the configuration has no such document';
  const position = part.yaml.position(part.start);
  return { severity: 'warning', document: labelOf(part), path: '', message, position };
}
