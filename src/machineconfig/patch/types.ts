import type { Position } from '../../errors/errors.js';
import type { YamlSource } from '../../yaml/node.js';
import type { ValueMap } from '../document.js';
import type { Removal } from '../merge/removal.js';
import type { DocumentKind } from '../model/types.js';
import type { JsonOperation } from './json.js';

interface PatchBase {
  /** Where it came from, for messages: the path of the file, `standard input`, or flag and place for inline text, `--patch (2nd)`. */
  readonly source: string;
  readonly text: string;
}

/** What a strategic merge patch says about one document. */
export interface PatchDocument {
  readonly kind: DocumentKind;
  readonly apiVersion: string;
  readonly name?: string | undefined;
  /** What is wrong with a kind that this client does not know; such a document can only be deleted. */
  readonly unknownKind?: string | undefined;
  readonly removals: readonly Removal[];
  /** What to merge; undefined where the patch only removes. */
  readonly value?: ValueMap | undefined;
  readonly yaml: YamlSource;
  /** Where the patch speaks of a key path; of the nearest one above it where it does not. */
  position(path: string): Position;
}

export interface StrategicPatch extends PatchBase {
  readonly kind: 'strategic';
  readonly documents: readonly PatchDocument[];
}

/** A JSON patch, RFC 6902. */
export interface JsonPatch extends PatchBase {
  readonly kind: 'json';
  readonly operations: readonly JsonOperation[];
}

/** A patch without content: it changes nothing. */
export interface EmptyPatch extends PatchBase {
  readonly kind: 'empty';
}

/** A patch that has been read and found to be sound in itself. */
export type Patch = StrategicPatch | JsonPatch | EmptyPatch;
