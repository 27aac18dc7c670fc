import type { MachineConfig } from '../document.js';
import { replaceSecrets, type Secret, secretsOf } from './secrets.js';

/** Two configurations that can be compared where others look on. */
export interface RedactedPair {
  readonly before: MachineConfig;
  readonly after: MachineConfig;
}

const noConfig: MachineConfig = { documents: [] };

/**
 * Two configurations with markers for their secrets: `<secret, same>`, `<secret, changed>`, `<secret, new>` after, and
 * `<secret, before>` for what is not the same any more. An item that only stands elsewhere in its list is the same.
 */
export function redactPair(before: MachineConfig = noConfig, after: MachineConfig): RedactedPair {
  const purposes = new Map<string, Purpose>();
  const purposeOf = ({ purpose }: Secret): Purpose => {
    const found = purposes.get(purpose) ?? new Purpose();
    purposes.set(purpose, found);
    return found;
  };
  for (const secret of secretsOf(before)) purposeOf(secret).before.push(secret);
  for (const secret of secretsOf(after)) purposeOf(secret).after.push(secret);
  return {
    before: replaceSecrets(before, (secret) => purposeOf(secret).markBefore(secret)),
    after: replaceSecrets(after, (secret) => purposeOf(secret).markAfter(secret)),
  };
}

/** The secrets of both sides that serve one purpose: several where it is that of list items. */
class Purpose {
  readonly before: Secret[] = [];
  readonly after: Secret[] = [];

  markBefore(secret: Secret): string {
    return this.#isAmong(this.after, secret) ? '<secret, same>' : '<secret, before>';
  }

  markAfter(secret: Secret): string {
    if (this.#isAmong(this.before, secret)) return '<secret, same>';
    return this.before.every((old) => this.#isAmong(this.after, old)) ? '<secret, new>' : '<secret, changed>';
  }

  #isAmong(others: readonly Secret[], { text, place }: Secret): boolean {
    return others.some((other) => other.text === text && (this.#areInOrder() || other.place === place));
  }

  /** Whether what both sides have stands in the same order on both: secrets that were swapped are not the same. */
  #areInOrder(): boolean {
    const [left, right] = [common(this.before, this.after), common(this.after, this.before)];
    return left.every((text, at) => text === right[at]);
  }
}

/** The texts of a list that the other one has, too. */
function common(list: readonly Secret[], other: readonly Secret[]): readonly string[] {
  const texts = new Set(other.map(({ text }) => text));
  return [...new Set(list.map(({ text }) => text).filter((text) => texts.has(text)))];
}
