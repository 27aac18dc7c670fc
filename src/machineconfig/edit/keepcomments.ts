import { type YamlDocument, YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { decodeConfig, decodeDocument } from '../decode/decode.js';
import { identity } from '../decode/together.js';
import type { Document, Problem } from '../document.js';
import { encodeDocument } from '../encode/encode.js';
import { findKind, mainKind } from '../model/model.js';
import { diffDocument } from './diff.js';
import { applyEdits, type Edit, lineEnd } from './edits.js';
import { normaliseStruct } from './normalise.js';

interface Options {
  readonly file?: string | undefined;
}

/**
 * Turns `before` into a text that means the same as `after` by changing as little of it as possible: comments, order and
 * style of everything else stay. Where that cannot be done the result is `after`, and a warning says so.
 */
export function keepComments(before: string, after: string, options: Options, warnings: Problem[]): string {
  const source = new YamlSource(before, options.file);
  const wanted = decodeConfig(after).documents;
  const edited = applyEdits(source.text, documentEdits(source, wanted));
  const text = before.includes('\r\n') ? edited.replaceAll('\n', '\r\n') : edited;
  if (sameDocuments(text, wanted)) return text;
  warnings.push({
    severity: 'warning',
    document: '',
    path: '',
    message: 'the comments could not be kept: the configuration was written anew',
  });
  return after;
}

function sameDocuments(text: string, wanted: readonly Document[]): boolean {
  try {
    const { documents } = decodeConfig(text);
    return (
      documents.length === wanted.length &&
      documents.every((document) => {
        const twin = wanted.find((one) => identity(one) === identity(document));
        return twin !== undefined && encodeDocument(twin) === encodeDocument(document);
      })
    );
  } catch {
    return false;
  }
}

function documentEdits(source: YamlSource, wanted: readonly Document[]): Edit[] {
  const edits: Edit[] = [];
  const parsed = parseYaml(source);
  const known = new Set<string>();
  for (const [at, document] of parsed.entries()) {
    const present = decodeDocument(source, document).document;
    known.add(identity(present));
    const target = wanted.find((one) => identity(one) === identity(present));
    if (target === undefined) edits.push(removeDocument(source, parsed, at));
    else {
      const type = (findKind(present.kind) ?? mainKind).type;
      const [before, after] = [normaliseStruct(type, present.value), normaliseStruct(type, target.value)];
      edits.push(...diffDocument(source.text, document.root, type, before, after));
    }
  }
  const added = wanted.filter((one) => !known.has(identity(one)));
  if (added.length > 0) edits.push(appendDocuments(source.text, added, parsed.length > 0));
  return edits;
}

/** Removes a document with one of the `---` lines beside it. */
function removeDocument(source: YamlSource, documents: readonly YamlDocument[], at: number): Edit {
  const { text } = source;
  const start = at === 0 ? (documents[at]?.start ?? 0) : endOf(documents[at - 1], text);
  const next = documents[at + 1];
  const end = at > 0 || next === undefined ? endOf(documents[at], text) : afterMarker(text, endOf(documents[at], text));
  return { start, end, text: '' };
}

function endOf(document: YamlDocument | undefined, text: string): number {
  const end = document?.end ?? 0;
  return end === 0 || text[end - 1] === '\n' ? end : lineEnd(text, end);
}

function afterMarker(text: string, offset: number): number {
  return text.startsWith('---', offset) ? lineEnd(text, offset) : offset;
}

function appendDocuments(text: string, documents: readonly Document[], follows: boolean): Edit {
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  const marker = follows ? '---\n' : '';
  const body = documents.map((document) => encodeDocument(document)).join('---\n');
  return { start: text.length, end: text.length, text: start + marker + body };
}
