import { YamlError } from '../../yaml/errors.js';
import { type YamlDocument, YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { type Document, documentLabel, type MachineConfig, type Problem } from '../document.js';
import { ConfigError } from '../errors.js';
import { DecodeContext, type UnknownKeys } from './context.js';
import { DecodedDocument } from './decoded.js';
import { decodeFreeMap } from './freeform.js';
import { identify } from './identify.js';
import { checkTogether } from './together.js';
import { decodeStruct } from './typed.js';

export interface DecodeOptions {
  /** Name for messages; `-` for standard input. */
  readonly file?: string | undefined;
  /**
   * Where the text comes from. A local `file` must be wholly known to this client; of a `node`, unknown keys are kept as
   * they are, and documents that cannot be read by their description (newer kinds) as text.
   */
  readonly source?: 'file' | 'node';
}

/** Reads a configuration of one or more documents. Throws one ConfigError with every problem found. */
export function decodeConfig(text: string, options: DecodeOptions = {}): MachineConfig {
  const source = new YamlSource(text, options.file === '-' ? 'standard input' : options.file);
  const problems: Problem[] = [];
  const documents: Document[] = [];
  for (const parsed of parseDocuments(source)) {
    const decoded = decodeDocument(source, parsed, options.source === 'node' ? 'kept' : 'refused');
    if (decoded.problems.length === 0) documents.push(decoded.document);
    else if (options.source === 'node') documents.push(opaque(source, parsed));
    else problems.push(...decoded.problems);
  }
  problems.push(...checkTogether(documents));
  if (problems.length > 0) throw new ConfigError(problems);
  if (documents.length === 0) {
    throw new ConfigError([
      { severity: 'error', document: '', path: '', message: 'no configuration found', position: source.position(0) },
    ]);
  }
  return { file: options.file, documents };
}

/** Parses a text; what is no YAML becomes a ConfigError. */
export function parseDocuments(source: YamlSource): YamlDocument[] {
  try {
    return parseYaml(source);
  } catch (error) {
    throw asConfigError(error);
  }
}

export function asConfigError(error: unknown): unknown {
  if (!(error instanceof YamlError)) return error;
  const { reason: message, position } = error;
  return new ConfigError([{ severity: 'error', document: '', path: '', message, position }], { cause: error });
}

export interface DecodedResult {
  readonly document: Document;
  readonly problems: readonly Problem[];
}

/** Decodes one document; its value is what could be read where there are problems. */
export function decodeDocument(
  source: YamlSource,
  { root }: Pick<YamlDocument, 'root'>,
  unknownKeys: UnknownKeys = 'refused',
): DecodedResult {
  const { kind, label, name, mapping, problem } = identify(source, root);
  if (problem !== undefined || kind === undefined || mapping === undefined) {
    const value = {};
    const document = new DecodedDocument({ kind: label, apiVersion: '', name, value }, source, root);
    return { document, problems: problem === undefined ? [] : [problem] };
  }
  const context = new DecodeContext(source, documentLabel({ kind: kind.kind, name }), unknownKeys);
  try {
    const value = decodeStruct(context, kind.type, mapping, '');
    const named = kind.named ? { name: typeof value.name === 'string' ? value.name : '' } : {};
    const document = new DecodedDocument(
      { kind: kind.kind, apiVersion: kind.apiVersion, ...named, value },
      source,
      root,
    );
    return { document, problems: context.problems };
  } catch (error) {
    throw asConfigError(error);
  }
}

function opaque(source: YamlSource, parsed: YamlDocument): Document {
  const { root } = parsed;
  const context = new DecodeContext(source, '');
  const value = decodeFreeMap(context, root, '', false);
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '');
  const opaqueText = source.textOf(parsed);
  const kind = text('kind') === '' ? 'v1alpha1' : text('kind');
  const name = text('name') === '' ? {} : { name: text('name') };
  return new DecodedDocument({ kind, apiVersion: text('apiVersion'), ...name, value, opaqueText }, source, root);
}
