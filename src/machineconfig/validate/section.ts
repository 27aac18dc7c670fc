import type { Document, Value, ValueMap } from '../document.js';
import { itemPath, keyPath } from '../path.js';
import { getKey, isValueMap } from '../value.js';
import { Report } from './report.js';

/**
 * A map inside a document with its path, for rules to read from and complain about. Decoding has made sure of the types,
 * so a key that is absent, null or of another type reads as nothing.
 */
export class Section {
  readonly report: Report;
  readonly path: string;
  readonly value: ValueMap;

  constructor(report: Report, path: string, value: ValueMap) {
    this.report = report;
    this.path = path;
    this.value = value;
  }

  static of(document: Document): Section {
    return new Section(new Report(document), '', document.value);
  }

  /** Path of a key of this section. */
  at(key: string): string {
    return keyPath(this.path, key);
  }

  has(key: string): boolean {
    const value = getKey(this.value, key);
    return value !== undefined && value !== null;
  }

  text(key: string): string {
    const value = getKey(this.value, key);
    return typeof value === 'string' ? value : '';
  }

  /** A number, 0 where absent (as the reference has it). */
  number(key: string): number {
    const value = getKey(this.value, key);
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0;
  }

  flag(key: string): boolean {
    return getKey(this.value, key) === true;
  }

  /** The section behind keys, undefined where one of them is absent. */
  sub(...keys: readonly string[]): Section | undefined {
    let section: Section | undefined = this;
    for (const key of keys) {
      const value: Value | undefined = section && getKey(section.value, key);
      section = section && isValueMap(value) ? new Section(this.report, section.at(key), value) : undefined;
    }
    return section;
  }

  /** The sections in a list; empty items are left out. */
  items(key: string): readonly Section[] {
    return this.slots(key).flatMap((slot) => (slot.section === undefined ? [] : [slot.section]));
  }

  /** The sections in a list; an empty item, which a node stumbles over, is complained about. */
  filledItems(key: string): readonly Section[] {
    return this.slots(key).flatMap(({ path, section }) => {
      if (section === undefined) this.report.error(path, 'the item is empty');
      return section === undefined ? [] : [section];
    });
  }

  /** The sections in a list with their paths; an empty item has none. */
  slots(key: string): readonly { readonly path: string; readonly section: Section | undefined }[] {
    return list(getKey(this.value, key)).map((item, index) => {
      const path = itemPath(this.at(key), index);
      return { path, section: isValueMap(item) ? new Section(this.report, path, item) : undefined };
    });
  }

  /** The texts in a list with their paths. */
  texts(key: string): readonly { readonly path: string; readonly text: string }[] {
    return list(getKey(this.value, key)).map((item, index) => ({
      path: itemPath(this.at(key), index),
      text: typeof item === 'string' ? item : '',
    }));
  }

  /** Values of a map by key. */
  entries(key: string): readonly (readonly [string, Value])[] {
    const value = getKey(this.value, key);
    return isValueMap(value) ? Object.entries(value) : [];
  }

  /** Complains about a key, or about the section itself. */
  error(key: string, message: string): void {
    this.report.error(key === '' ? this.path : this.at(key), message);
  }

  warning(key: string, message: string): void {
    this.report.warning(key === '' ? this.path : this.at(key), message);
  }
}

function list(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
