import { emitYaml } from '../../yaml/emit.js';
import { type Fields, type Kubeconfig, type Section, sections } from './kubeconfig.js';

/** The text of a kubeconfig as kubectl writes it: entries sorted by name, keys sorted, lists not indented. */
export function encodeKubeconfig(config: Kubeconfig): string {
  return emitYaml(
    sorted(
      new Map<string, unknown>([
        ...config.otherKeys,
        ['apiVersion', 'v1'],
        ['kind', 'Config'],
        ['current-context', config.currentContext],
        ['clusters', entries('clusters', config)],
        ['users', entries('users', config)],
        ['contexts', entries('contexts', config)],
      ]),
    ),
    { indent: 2, layout: 'json' },
  );
}

/** Whether two entries say the same, in whatever order. */
export function sameFields(left: Fields, right: Fields): boolean {
  return emitYaml(sorted(left)) === emitYaml(sorted(right));
}

function entries(section: Section, config: Kubeconfig): readonly Fields[] | null {
  const names = [...config[section].keys()].sort(byBytes);
  if (names.length === 0) return null;
  return names.map(
    (name) =>
      new Map<string, unknown>([
        ['name', name],
        [sections[section], config[section].get(name)],
      ]),
  );
}

/** The value with the keys of all its mappings in byte order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()].sort((left, right) => byBytes(String(left), String(right)));
  return new Map(keys.map((key) => [key, sorted(value.get(key))]));
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
