import { emitYaml } from '../../yaml/emit.js';
import { compareKeys } from '../../yaml/keyorder.js';
import { isList, isMap, type ManifestValue } from './read.js';

/**
 * An object as YAML, keys in order. `kubernetes` is the form in which Kubernetes' own tools write: two blanks, lists not
 * indented; `plain` is this program's usual one.
 */
export function writeManifest(value: ManifestValue, form: 'kubernetes' | 'plain'): string {
  return emitYaml(sorted(value), form === 'kubernetes' ? { indent: 2, layout: 'json' } : {});
}

function sorted(value: ManifestValue): ManifestValue {
  if (isList(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return new Map(
    [...value].sort(([left], [right]) => compareKeys(left, right)).map(([key, item]) => [key, sorted(item)]),
  );
}
