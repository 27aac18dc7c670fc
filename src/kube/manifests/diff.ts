import { isDeepStrictEqual } from 'node:util';
import { unifiedDiff } from '../../render/unified-diff.js';
import { emitYaml } from '../../yaml/emit.js';
import { annotationsOf, isMap, type KubeJson, type KubeManifest, versionedPathOf, versionOf } from './manifest.js';

/** Whether an object would be another, by what the server says it would become. */
export function hasDrifted(existing: KubeManifest | undefined, future: KubeManifest): boolean {
  if (existing === undefined || versionOf(future) === '') return true;
  const labels = ({ metadata }: KubeManifest): KubeJson => (isMap(metadata['labels']) ? metadata['labels'] : {});
  return !(
    isDeepStrictEqual(labels(existing), labels(future)) &&
    isDeepStrictEqual(annotationsOf(existing), annotationsOf(future)) &&
    isDeepStrictEqual(content(existing), content(future))
  );
}

function content({ metadata: _, status: __, ...rest }: KubeManifest): KubeJson {
  return rest as KubeJson;
}

/** The change of an object as a unified diff; undefined stands for no object. Values of Secrets are not shown. */
export function manifestDiff(before: KubeManifest | undefined, after: KubeManifest | undefined): string {
  const some = after ?? before;
  if (some === undefined) return '';
  const path = versionedPathOf(some);
  const [left, right] = some.kind === 'Secret' ? masked(before, after) : [before, after];
  return unifiedDiff(text(left), text(right), [`a/${path}`, `b/${path}`]);
}

function text(object: KubeManifest | undefined): string {
  if (object === undefined) return '';
  const { managedFields: _, ...metadata } = object.metadata;
  return emitYaml(sorted({ ...object, metadata }), { indent: 2, layout: 'json' });
}

function sorted(value: KubeJson): KubeJson {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** Shows which values differ, and none of them. */
function masked(
  before: KubeManifest | undefined,
  after: KubeManifest | undefined,
): readonly [KubeManifest | undefined, KubeManifest | undefined] {
  const mask = (object: KubeManifest | undefined, other: KubeManifest | undefined, differs: string) => {
    if (object === undefined) return undefined;
    const hidden = Object.fromEntries(
      ['data', 'stringData'].flatMap((section) => {
        const values = object[section];
        if (!isMap(values)) return [];
        const others = isMap(other?.[section]) ? other[section] : {};
        const shown = Object.entries(values).map(([key, value]) => [
          key,
          other !== undefined && others[key] !== value ? differs : '***',
        ]);
        return [[section, Object.fromEntries(shown)]];
      }),
    );
    return { ...object, ...hidden };
  };
  return [mask(before, after, '*** (before)'), mask(after, before, '*** (after)')];
}
