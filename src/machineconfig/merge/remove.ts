import type { YamlSource } from '../../yaml/node.js';
import { DecodeContext } from '../decode/context.js';
import { decodeTyped } from '../decode/typed.js';
import type { Problem, Value, ValueMap } from '../document.js';
import { typeOfItem, typeOfKey, withoutOptional } from '../model/navigate.js';
import type { FieldType } from '../model/types.js';
import { itemPath, keyPath } from '../path.js';
import { equalValues, getKey, isValueMap } from '../value.js';
import type { ItemKey, Removal, Step } from './removal.js';

/** Takes away what a removal names. What is not there is noted in `problems`, and nothing happens. */
export function remove(
  target: ValueMap,
  type: FieldType,
  removal: Removal,
  context: { readonly source: YamlSource; readonly document: string; readonly problems: Problem[] },
): void {
  const steps = removal.path;
  let value: Value | undefined = target;
  let valueType: FieldType = type;
  let path = '';
  const note = (message: string, severity: Problem['severity'] = 'warning'): void => {
    const position = context.source.position(removal.node.start);
    context.problems.push({ severity, document: context.document, path, message, position });
  };
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1;
    valueType = withoutOptional(valueType);
    if (step.kind === 'key') {
      path = keyPath(path, step.key);
      if (!isValueMap(value) || getKey(value, step.key) === undefined) {
        note('nothing to delete here');
        return;
      }
      if (last) {
        delete value[step.key];
        return;
      }
      valueType = typeOfKey(valueType, step.key);
      value = getKey(value, step.key);
    } else {
      if (!Array.isArray(value)) {
        note('nothing to delete here');
        return;
      }
      if (step.candidates.length === 0) {
        note('a list item to delete needs a key that tells which one it is', 'error');
        return;
      }
      const index = findNamedItem(value, valueType, step, context.source);
      if (index < 0) {
        note(`nothing to delete here: no item with ${describe(step)}`);
        return;
      }
      if (last) {
        value.splice(index, 1);
        return;
      }
      path = itemPath(path, index);
      valueType = typeOfItem(valueType);
      value = value[index];
    }
  }
}

/** The key that tells which item is meant: the list's own where it was given, else the first one written. */
function decidingKey(type: FieldType, candidates: readonly ItemKey[]): ItemKey | undefined {
  const by = type.kind === 'list' ? (type.merge?.by ?? []) : [];
  return candidates.find(({ key }) => by.includes(key)) ?? candidates[0];
}

type ItemStep = Extract<Step, { kind: 'item' }>;

function findNamedItem(items: readonly Value[], type: FieldType, step: ItemStep, source: YamlSource): number {
  const deciding = decidingKey(type, step.candidates);
  if (deciding === undefined) return -1;
  const keyType = typeOfKey(typeOfItem(type), deciding.key);
  const scratch = new DecodeContext(source, '');
  const wanted =
    keyType.kind === 'free' ? scalarText(deciding) : decodeTyped(scratch, keyType, deciding.value, deciding.key);
  return items.findIndex((item) => {
    if (!isValueMap(item)) return false;
    const own = getKey(item, deciding.key);
    return own !== undefined && (equalValues(own, wanted) || String(own) === scalarText(deciding));
  });
}

function scalarText({ value }: ItemKey): string | undefined {
  return value.kind === 'scalar' ? value.text : undefined;
}

function describe(step: ItemStep): string {
  return step.candidates
    .slice(0, 1)
    .map(({ key, value }) => `${key} ${value.kind === 'scalar' ? JSON.stringify(value.text) : 'as given'}`)
    .join(', ');
}
