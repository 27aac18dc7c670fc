import type { Value } from '../document.js';
import { equalValues, isValueMap } from '../value.js';

/**
 * Which item of a list became which: place in `present` to place in `wanted`, rising on both sides. Equal items belong
 * together; so do maps that stand in the same gap between them.
 */
export function alignItems(present: readonly Value[], wanted: readonly Value[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  let from = 0;
  for (const [at, item] of present.entries()) {
    const partner = wanted.findIndex((one, place) => place >= from && equalValues(item, one));
    if (partner < 0) continue;
    pairs.set(at, partner);
    from = partner + 1;
  }
  const taken = new Set(pairs.values());
  for (const [at, item] of present.entries()) {
    const place = (pairs.get(at - 1) ?? -1) + 1;
    if (pairs.has(at) || taken.has(place) || !isValueMap(item) || !isValueMap(wanted[place])) continue;
    pairs.set(at, place);
    taken.add(place);
  }
  return pairs;
}
