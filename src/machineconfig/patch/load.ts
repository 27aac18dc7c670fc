import { type Position, TalosctlError } from '../../errors/errors.js';
import { YamlError } from '../../yaml/errors.js';
import { type MappingNode, type YamlDocument, type YamlNode, YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { DecodeContext } from '../decode/context.js';
import { asConfigError, decodeDocument } from '../decode/decode.js';
import { DecodedDocument } from '../decode/decoded.js';
import { identify, scalarOf } from '../decode/identify.js';
import type { Problem, Value } from '../document.js';
import { ConfigError } from '../errors.js';
import { isDelete, takeApart } from '../merge/removal.js';
import { mainKind } from '../model/model.js';
import { type DocumentKind, freeForm } from '../model/types.js';
import { type JsonOperation, type JsonOperationName, parsePointer } from './json.js';
import { jsonValue } from './jsonvalue.js';
import type { Patch, PatchDocument } from './types.js';

export interface PatchReader {
  readFile(path: string): Promise<string>;
  readStdin(): Promise<string>;
}

/**
 * Reads patches as `--patch` gives them: `@path`, a bare path, `@-`, or the patch itself, each a strategic merge (YAML or
 * JSON) or a JSON patch (RFC 6902, JSON or YAML). Throws ConfigError naming the bad one: its file, or `flag` and which of
 * its values.
 */
export async function loadPatches(
  args: readonly string[],
  reader: PatchReader,
  flag: string,
): Promise<readonly Patch[]> {
  const patches: Patch[] = [];
  for (const [at, argument] of args.entries()) {
    const file = fileOf(argument);
    if (file === undefined)
      patches.push(parsePatch(argument, args.length === 1 ? flag : `${flag} (${ordinal(at + 1)})`));
    else if (file === '-') patches.push(parsePatch(await reader.readStdin(), 'standard input'));
    else patches.push(parsePatch(await readPatchFile(file, argument, reader, flag), file));
  }
  return patches;
}

function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? undefined : ['th', 'st', 'nd', 'rd'][count % 10];
  return `${count}${ending ?? 'th'}`;
}

/** The file that an argument names: with `@`, or without it where the text can be no patch. */
function fileOf(argument: string): string | undefined {
  if (argument.startsWith('@')) return argument.slice(1);
  return /[\n ]/.test(argument) || /^[[{]/.test(argument) || argument === '' ? undefined : argument;
}

async function readPatchFile(file: string, argument: string, reader: PatchReader, flag: string): Promise<string> {
  try {
    return await reader.readFile(file);
  } catch (error) {
    if (argument.startsWith('@')) throw error;
    throw new TalosctlError(`${flag}: ${JSON.stringify(argument)} is no patch, and no file of that name can be read`, {
      cause: error,
      hint: 'give a patch as YAML or JSON, or the name of its file as @file',
    });
  }
}

/** Reads one patch. `source` names it in messages. Throws ConfigError. */
export function parsePatch(text: string, source: string): Patch {
  const [yaml, documents] = parseText(text, source);
  const present = documents.filter(({ root }) => !(root.kind === 'mapping' && root.entries.length === 0));
  const [first] = present;
  if (first === undefined) return { kind: 'empty', source, text };
  if (first.root.kind === 'sequence') {
    if (present.length > 1)
      throw new ConfigError([problemAt(yaml, first.root, 'a JSON patch stands alone in its file')]);
    const operations = parseOperations(yaml, first.root.items);
    return operations.length === 0 ? { kind: 'empty', source, text } : { kind: 'json', source, text, operations };
  }
  const problems: Problem[] = [];
  const patchDocuments = present.flatMap(({ root }) => patchDocument(yaml, root, problems));
  if (problems.length > 0) throw new ConfigError(problems);
  return { kind: 'strategic', source, text, documents: patchDocuments };
}

/** Parses YAML; JSON that is no YAML to the letter (indented with tabs) is taken too. */
function parseText(text: string, source: string): [YamlSource, YamlDocument[]] {
  const yaml = new YamlSource(text, source);
  try {
    return [yaml, parseYaml(yaml)];
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const reformatted = reformatJson(text, source);
    if (reformatted === undefined) throw asConfigError(error);
    return [reformatted, parseYaml(reformatted)];
  }
}

function reformatJson(text: string, source: string): YamlSource | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return new YamlSource(JSON.stringify(JSON.parse(text), undefined, 2), source);
  } catch {
    return undefined;
  }
}

function problemAt(yaml: YamlSource, node: YamlNode, message: string, path = ''): Problem {
  return { severity: 'error', document: '', path, message, position: yaml.position(node.start) };
}

function patchDocument(yaml: YamlSource, root: YamlNode, problems: Problem[]): PatchDocument[] {
  const identity = identify(yaml, root);
  const { kind, mapping, unknownKind } = identity;
  if (unknownKind !== undefined && mapping !== undefined && isDelete(mapping)) {
    return [deletionOf(yaml, mapping, unknownKind)];
  }
  if (kind === undefined || mapping === undefined) {
    if (identity.problem !== undefined) problems.push(identity.problem);
    return [];
  }
  const { removals, rest } = takeApart(mapping);
  if (kind === mainKind && removals.some((removal) => removal.path.length === 0)) {
    problems.push(problemAt(yaml, root, 'the v1alpha1 document cannot be deleted whole', '$patch'));
    return [];
  }
  const name = kind.named ? { name: scalarOf(mapping, 'name')?.text ?? '' } : {};
  const value = rest === undefined ? undefined : decodeRest(yaml, rest, problems);
  const { apiVersion } = kind;
  const written = new DecodedDocument({ kind: kind.kind, apiVersion, ...name, value: value ?? {} }, yaml, mapping);
  return [{ kind, apiVersion, ...name, removals, value, yaml, position: (path) => written.position(path) }];
}

/** Deletes a document of a kind that this client does not know: nodes of a newer version have such. */
function deletionOf(yaml: YamlSource, mapping: MappingNode, unknownKind: string): PatchDocument {
  const text = (key: string): string => scalarOf(mapping, key)?.text ?? '';
  const name = text('name') === '' ? {} : { name: text('name') };
  const kind: DocumentKind = {
    kind: text('kind'),
    apiVersion: text('apiVersion'),
    since: '',
    doc: '',
    type: { kind: 'struct', name: text('kind'), fields: [] },
    named: text('name') !== '',
    required: [],
  };
  const { removals } = takeApart(mapping);
  const position = (): Position => yaml.position(mapping.start);
  return { kind, apiVersion: kind.apiVersion, ...name, unknownKind, removals, yaml, position };
}

function decodeRest(yaml: YamlSource, rest: MappingNode, problems: Problem[]): PatchDocument['value'] {
  const decoded = decodeDocument(yaml, { root: rest });
  problems.push(...decoded.problems);
  return decoded.document.value;
}

const operationNames = new Set<string>(['add', 'remove', 'replace', 'move', 'copy', 'test']);
const needsValue = new Set<string>(['add', 'replace', 'test']);
const needsFrom = new Set<string>(['move', 'copy']);

function parseOperations(yaml: YamlSource, items: readonly YamlNode[]): JsonOperation[] {
  const context = new DecodeContext(yaml, 'JSON patch');
  const operations: JsonOperation[] = [];
  try {
    for (const [at, item] of items.entries()) {
      const operation = parseOperation(context, item, `[${at}]`);
      if (operation !== undefined) operations.push(operation);
    }
  } catch (error) {
    throw asConfigError(error);
  }
  if (context.problems.length > 0) throw new ConfigError(context.problems);
  return operations;
}

function parseOperation(context: DecodeContext, item: YamlNode, place: string): JsonOperation | undefined {
  return context.content(item, (content): JsonOperation | undefined => {
    if (content.kind !== 'mapping') return context.error(item, place, 'expected an operation with op and path');
    const fields = new Map(context.entries(content, place, 'any').map((entry) => [entry.key, entry.value]));
    const op = text(context, fields.get('op'));
    if (op === undefined || !operationNames.has(op)) {
      return context.error(item, place, `op must be one of ${[...operationNames].join(', ')}`);
    }
    const path = pointer(context, fields.get('path'));
    if (path === undefined) return context.error(item, place, 'path must be a JSON pointer such as /machine/type');
    const from = pointer(context, fields.get('from'));
    if (needsFrom.has(op) && from === undefined) {
      return context.error(item, place, `${op} needs from, a JSON pointer such as /machine/type`);
    }
    const valueNode = fields.get('value');
    if (needsValue.has(op) && valueNode === undefined) return context.error(item, place, `${op} needs a value`);
    const value: Value | undefined = valueNode === undefined ? undefined : jsonValue(context, valueNode, freeForm);
    return { op: op as JsonOperationName, path, from, value, position: context.source.position(item.start) };
  });
}

function text(context: DecodeContext, node: YamlNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  return context.content(node, (content) => (content.kind === 'scalar' ? content.text : undefined));
}

function pointer(context: DecodeContext, node: YamlNode | undefined): string[] | undefined {
  const value = text(context, node);
  return value === undefined ? undefined : parsePointer(value);
}
