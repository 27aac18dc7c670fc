import { type MappingNode, resolveAlias, type ScalarNode, type YamlNode, type YamlSource } from '../../yaml/node.js';
import type { Problem } from '../document.js';
import { documentKinds, findKind, laterKinds, mainKind } from '../model/model.js';
import type { DocumentKind } from '../model/types.js';
import { foreignForm } from './foreign.js';
import { nearest } from './suggest.js';

export interface Identity {
  /** Undefined where the document cannot be told to be of a kind; then there is a problem. */
  readonly kind?: DocumentKind | undefined;
  readonly mapping?: MappingNode | undefined;
  /** The kind as written, for messages. */
  readonly label: string;
  readonly name?: string | undefined;
  readonly problem?: Problem | undefined;
  /** What the problem says where the kind is one that this client does not know. */
  readonly unknownKind?: string | undefined;
}

/** Finds out of which kind a document is, by its `kind` and `apiVersion` or the keys of the main document. */
export function identify(source: YamlSource, root: YamlNode): Identity {
  const fail = (at: YamlNode, label: string, path: string, message: string): Identity => ({
    label,
    problem: { severity: 'error', document: label, path, message, position: source.position(at.start) },
  });
  if (root.kind !== 'mapping') return fail(root, '', '', 'expected a document, a map of keys and values');
  const mapping = root;
  const kindNode = scalarOf(root, 'kind');
  const kind = kindNode?.text ?? '';
  const name = scalarOf(root, 'name')?.text;
  const foreign = foreignForm(root);
  if (foreign !== undefined) return fail(root, kind, '', foreign);
  if (kind === '') {
    if (belongsToMain(root)) return { kind: mainKind, mapping, label: mainKind.kind };
    return fail(root, '', '', 'missing kind: the document has neither `machine` nor `cluster` nor a `kind`');
  }
  const apiVersionNode = scalarOf(root, 'apiVersion');
  if (apiVersionNode === undefined || apiVersionNode.text === '') {
    if (!hasMainKey(root))
      return fail(root, kind, '', 'missing apiVersion: documents with a kind need `apiVersion: v1alpha1`');
  }
  const known = findKind(kind);
  if (known === undefined || known === mainKind) {
    const message = unknownKind(kind);
    return { ...fail(kindNode ?? root, kind, 'kind', message), mapping, unknownKind: message };
  }
  const apiVersion = apiVersionNode?.text ?? known.apiVersion;
  if (apiVersion !== known.apiVersion) {
    const message = `unknown apiVersion ${JSON.stringify(apiVersion)}, ${kind} has ${known.apiVersion}`;
    return fail(apiVersionNode ?? root, kind, 'apiVersion', message);
  }
  return { kind: known, mapping, label: kind, name };
}

/** The scalar that a key of the mapping has, aliases followed. */
export function scalarOf(mapping: MappingNode, key: string): ScalarNode | undefined {
  for (const entry of mapping.entries) {
    if (entry.key.kind !== 'scalar' || entry.key.text !== key) continue;
    const value = resolveAlias(entry.value);
    return value.kind === 'scalar' ? value : undefined;
  }
  return undefined;
}

const mainKeys = new Set(['machine', 'cluster', 'debug', 'persist']);

function hasKey(mapping: MappingNode, matches: (key: string) => boolean): boolean {
  return mapping.entries.some(({ key }) => key.kind === 'scalar' && matches(key.text));
}

function hasMainKey(mapping: MappingNode): boolean {
  return hasKey(mapping, (key) => mainKeys.has(key));
}

/** Without a kind it is the main document, also when its keys are misspelt; but a version alone makes none. */
function belongsToMain(mapping: MappingNode): boolean {
  if (hasMainKey(mapping)) return true;
  return !hasKey(mapping, (key) => key === 'apiVersion') && hasKey(mapping, (key) => key !== 'version');
}

function unknownKind(kind: string): string {
  const message = `unknown kind ${JSON.stringify(kind)}`;
  const later = laterKinds.get(kind);
  if (later !== undefined) return `${message}: Talos has it since version ${later}, this client speaks version 1.13`;
  const near = nearest(
    kind,
    documentKinds.filter((one) => one !== mainKind).map((one) => one.kind),
  );
  return near === undefined ? message : `${message}, did you mean ${near}?`;
}
