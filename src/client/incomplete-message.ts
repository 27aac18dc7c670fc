/** Where the layers of a grpc-js call keep the next one below. */
const layers = ['child', 'underlyingCalls', 'call'] as const;
const deepest = 8;

/**
 * Whether the bytes of a call ended in the middle of a message. grpc-js passes over that where the status is good, and
 * drops what came of the message. Its decoder knows, which is no part of its API: where it is not found, nothing is said.
 */
export function endedWithinMessage(call: object): boolean {
  const decoders = decodersOf(call, deepest);
  return decoders.some((decoder) => Number(Reflect.get(decoder, 'readState')) > 0);
}

function decodersOf(layer: object, depth: number): readonly object[] {
  if (depth === 0) return [];
  const decoder: unknown = Reflect.get(layer, 'decoder');
  if (isObject(decoder)) return [decoder];
  return layers
    .flatMap((name): readonly unknown[] => {
      const below: unknown = Reflect.get(layer, name);
      return Array.isArray(below) ? below : [below];
    })
    .filter(isObject)
    .flatMap((below) => decodersOf(below, depth - 1));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
