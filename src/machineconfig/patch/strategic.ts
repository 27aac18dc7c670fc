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
  for (const part of joinSame(patch.documents)) {
    const found: Problem[] = [];
    mergeDocument(result, part, found);
    problems.push(
      ...found.map((problem) => ({ ...problem, position: problem.position ?? part.position(problem.path) })),
    );
  }
  // Whatever the place in the configuration, it is the patch that brought them together.
  const start = { file: patch.source, line: 1, column: 1 };
  problems.push(...checkTogether(result).map((problem) => ({ ...problem, position: start })));
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (errors.length > 0) throw new ConfigError(errors);
  warnings.push(...problems);
  return result;
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
  if (part.removals.some((removal) => removal.path.length === 0)) {
    documents.splice(at, 1);
    if (part.value !== undefined) documents.push(newDocument(part, part.value));
    return;
  }
  if (target.opaqueText !== undefined) {
    const message = 'the node has values here that only a newer client can read; this one cannot patch the document';
    problems.push({ severity: 'error', document: labelOf(part), path: '', message });
    return;
  }
  const context = { document: labelOf(part), problems, source: part.yaml };
  for (const removal of part.removals) remove(target.value, part.kind.type, removal, context);
  if (part.value !== undefined) mergeTyped(context, part.kind.type, target.value, part.value, '');
}

function newDocument(part: PatchDocument, value: ValueMap): Document {
  const { kind, apiVersion, name } = part;
  const position = (path: string) => part.position(path);
  return { kind: kind.kind, apiVersion, name, value: cloneValue(value), position };
}

function nothingToDelete(part: PatchDocument): Problem {
  const missing = 'nothing to delete: the configuration has no such document';
  const message = part.unknownKind === undefined ? missing : `${missing}; ${part.unknownKind}`;
  return { severity: 'warning', document: labelOf(part), path: '', message, position: part.position('') };
}
