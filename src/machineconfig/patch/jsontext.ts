import type { Position } from '../../errors/errors.js';
import { emitYaml } from '../../yaml/emit.js';
import { type YamlDocument, YamlSource } from '../../yaml/node.js';
import { DecodeContext } from '../decode/context.js';
import { asConfigError, decodeConfig, parseDocuments } from '../decode/decode.js';
import { identify } from '../decode/identify.js';
import type { Problem, Value } from '../document.js';
import { freeTree } from '../encode/encode.js';
import { ConfigError } from '../errors.js';
import { mainKind } from '../model/model.js';
import { freeForm } from '../model/types.js';
import { applyOperation, formatPointer, JsonPatchError } from './json.js';
import { jsonValue } from './jsonvalue.js';
import type { JsonPatch } from './types.js';

interface Options {
  readonly file?: string | undefined;
  readonly source?: 'file' | 'node';
}

/**
 * Applies a JSON patch to a text: to its only document, or to the main one among several. The document comes out in the
 * JSON patch's form (sorted keys, two spaces). Throws ConfigError.
 */
export function patchText(text: string, patch: JsonPatch, options: Options, warnings: Problem[]): string {
  const source = new YamlSource(text, options.file === '-' ? 'standard input' : options.file);
  const documents = parseDocuments(source);
  const target = findTarget(source, documents, patch, warnings);
  const patched = emitYaml(freeTree(patchDocument(source, target, patch)), { indent: 2, layout: 'json' });
  const parts = documents.map((document) => (document === target ? patched : source.textOf(document)));
  const result = parts.join('---\n');
  checkResult(result, patch, options);
  return result;
}

function findTarget(
  source: YamlSource,
  documents: readonly YamlDocument[],
  patch: JsonPatch,
  warnings: Problem[],
): YamlDocument {
  const [only] = documents;
  if (only !== undefined && documents.length === 1) return only;
  const main = documents.find(({ root }) => identify(source, root).kind === mainKind);
  if (main === undefined) {
    throw patchError(patch, 'the configuration has no v1alpha1 document that a JSON patch could be about');
  }
  warnings.push({
    severity: 'warning',
    document: '',
    path: '',
    message:
      'JSON patches are deprecated for configurations of several documents; this one is applied to the v1alpha1 document. Write a strategic merge patch instead.',
    position: { file: patch.source, line: 1, column: 1 },
  });
  return main;
}

function patchDocument(source: YamlSource, target: YamlDocument, patch: JsonPatch): Value {
  const context = new DecodeContext(source, '');
  let value: Value;
  try {
    value = jsonValue(context, target.root, identify(source, target.root).kind?.type ?? freeForm);
  } catch (error) {
    throw asConfigError(error);
  }
  if (context.problems.length > 0) throw new ConfigError(context.problems);
  for (const operation of patch.operations) {
    try {
      value = applyOperation(value, operation);
    } catch (error) {
      if (!(error instanceof JsonPatchError)) throw error;
      throw patchError(
        patch,
        `${operation.op} ${formatPointer(operation.path)} failed: ${error.message}`,
        operation.position,
      );
    }
  }
  return value;
}

/** A JSON patch may write anything; what comes out must still be a configuration. */
function checkResult(text: string, patch: JsonPatch, options: Options): void {
  try {
    decodeConfig(text, options.source === undefined ? {} : { source: options.source });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      error.problems.map((problem) => ({
        ...problem,
        message: `after the JSON patch: ${problem.message}`,
        position: { file: patch.source, line: 1, column: 1 },
      })),
      { cause: error },
    );
  }
}

function patchError(patch: JsonPatch, message: string, place?: Position): ConfigError {
  const position = place ?? { file: patch.source, line: 1, column: 1 };
  return new ConfigError([{ severity: 'error', document: '', path: '', message, position }]);
}
