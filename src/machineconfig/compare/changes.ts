import { type Document, documentLabel, type MachineConfig, type Value } from '../document.js';
import { keyPath } from '../path.js';
import { equalValues, getKey, isValueMap } from '../value.js';
import { isImmediate, mainOf } from './immediate.js';

/** A part of a configuration that another one has differently. */
export interface ConfigChange {
  readonly document: string;
  /** Of the main document, the keys that decide how a change comes into force; empty for every other one. */
  readonly path: string;
  readonly how: 'changed' | 'new' | 'removed';
  /** Whether a machine has to reboot for it. */
  readonly needsReboot: boolean;
}

/** Keys whose change is told by the keys below them. */
const deciding: ReadonlySet<string> = new Set(['machine', 'machine.features', 'cluster']);

/**
 * What a configuration has differently: keys of the main document, and other documents as a whole. Both sides are taken as
 * they are written: a key that means the same as none counts.
 */
export function changesOf(current: MachineConfig, next: MachineConfig): readonly ConfigChange[] {
  const keys = changedKeys('', mainOf(current), mainOf(next)).map(({ path, how }) => ({
    document: 'v1alpha1',
    path,
    how,
    needsReboot: !isImmediate(path),
  }));
  return [...keys, ...changedDocuments(current, next)];
}

type ChangedKey = Pick<ConfigChange, 'path' | 'how'>;

function changedKeys(path: string, before: Value | undefined, after: Value | undefined): readonly ChangedKey[] {
  if (equalValues(before, after)) return [];
  const [left, right] = [isValueMap(before) ? before : {}, isValueMap(after) ? after : {}];
  const deeper = path === '' || deciding.has(path);
  const keys = deeper ? [...new Set([...Object.keys(left), ...Object.keys(right)])] : [];
  if (keys.length > 0) {
    return keys.flatMap((key) => changedKeys(keyPath(path, key), getKey(left, key), getKey(right, key)));
  }
  return [{ path, how: before === undefined ? 'new' : after === undefined ? 'removed' : 'changed' }];
}

function changedDocuments(current: MachineConfig, next: MachineConfig): readonly ConfigChange[] {
  const [before, after] = [othersOf(current), othersOf(next)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((document) => {
    const [left, right] = [before.get(document), after.get(document)];
    if (left !== undefined && right !== undefined && saysTheSame(left, right)) return [];
    const how = left === undefined ? 'new' : right === undefined ? 'removed' : 'changed';
    return [{ document, path: '', how, needsReboot: false }];
  });
}

function othersOf({ documents }: MachineConfig): ReadonlyMap<string, Document> {
  const others = documents.filter(({ kind }) => kind !== 'v1alpha1');
  return new Map(others.map((document) => [documentLabel(document), document]));
}

function saysTheSame(left: Document, right: Document): boolean {
  if (left.opaqueText !== undefined || right.opaqueText !== undefined) return left.opaqueText === right.opaqueText;
  return equalValues(left.value, right.value);
}
