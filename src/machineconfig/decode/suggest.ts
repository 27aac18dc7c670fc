import { documentKinds } from '../model/model.js';
import type { FieldType, StructType } from '../model/types.js';
import { itemPath, keyPath } from '../path.js';

/** The word among those known that is most likely meant, if any is near enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.toLowerCase() === word.toLowerCase()) return candidate;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters to insert, drop, exchange or swap; `limit` when it is that many or more. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(previous[to.length] ?? limit, limit);
}

/** Where a key belongs, nearest to the top first: `machine.kubelet.extraArgs`, `HostnameConfig hostname`. At most four. */
export function homesOf(key: string): string[] {
  const homes: { readonly place: string; readonly depth: number }[] = [];
  for (const kind of documentKinds) {
    const label = kind.apiVersion === '' ? '' : `${kind.kind} `;
    visitFields(kind.type, '', new Set(), (path, name, depth) => {
      if (name === key) homes.push({ place: label + path, depth });
    });
  }
  homes.sort((left, right) => left.depth - right.depth);
  return homes.slice(0, 4).map((home) => home.place);
}

function visitFields(
  struct: StructType,
  path: string,
  within: Set<StructType>,
  visit: (path: string, name: string, depth: number) => void,
): void {
  if (within.has(struct)) return;
  within.add(struct);
  for (const field of struct.fields) {
    const place = keyPath(path, field.name);
    visit(place, field.name, within.size);
    const [inner, innerPath] = structIn(field.type, place);
    if (inner !== undefined) visitFields(inner, innerPath, within, visit);
  }
  within.delete(struct);
}

function structIn(type: FieldType, path: string): [StructType | undefined, string] {
  switch (type.kind) {
    case 'struct':
      return [type, path];
    case 'optional':
      return structIn(type.of, path);
    case 'list':
      return structIn(type.of, itemPath(path, 0).replace('[0]', '[]'));
    case 'map':
      return structIn(type.of, `${path}.*`);
    default:
      return [undefined, path];
  }
}
