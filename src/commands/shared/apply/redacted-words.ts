import { callError } from '../../../errors/call.js';
import { type CallError, TalosctlError } from '../../../errors/errors.js';
import { rebootPart } from '../../../machineconfig/compare/immediate.js';
import { redactPair } from '../../../machineconfig/compare/redact.js';
import { secretsOf } from '../../../machineconfig/compare/secrets.js';
import type { MachineConfig } from '../../../machineconfig/document.js';
import { encodeConfig } from '../../../machineconfig/encode/encode.js';
import { unifiedDiff } from '../../../render/unified-diff.js';
import type { Change } from './change.js';
import { readCurrent, readNext } from './read-change.js';

const leftOut = 'left out: what the node has could not be read, so its secrets are not known';
/** How a node begins the diff of a dry run, and that of what needs a reboot. */
const wholeDiff = 'Config diff:\n\n';
const rebootDiff = '\ndiff:\n';
/** Shorter ones stand in words that are no secret. */
const shortestSecret = 6;

/** What a node says about a change, without the secrets of both configurations: its diffs are made anew. */
export class RedactedWords {
  readonly #change: Change;
  readonly #current: MachineConfig | undefined;
  readonly #next: MachineConfig;
  readonly #secrets: readonly string[];

  private constructor(change: Change, current: MachineConfig | undefined, next: MachineConfig) {
    this.#change = change;
    this.#current = current;
    this.#next = next;
    const secrets = [current, next].flatMap((config) => (config === undefined ? [] : secretsOf(config)));
    this.#secrets = [...new Set(secrets.map(({ text }) => text))].filter(({ length }) => length >= shortestSecret);
  }

  /** @throws TalosctlError where it cannot be known what is secret */
  static async of(change: Change): Promise<RedactedWords> {
    const next = readNext(change);
    if (next === undefined) {
      throw new TalosctlError('--redact needs a configuration that can be read, to know what is secret in it', {
        hint: '`talosctl validate` says what is wrong with it',
      });
    }
    return new RedactedWords(change, await readCurrent(change), next);
  }

  of(words: string): string {
    const whole = words.indexOf(wholeDiff);
    if (whole >= 0) return this.#hide(words.slice(0, whole)) + wholeDiff + (this.#diff() || 'No changes.');
    const part = words.indexOf(rebootDiff);
    if (part >= 0) return this.#hide(words.slice(0, part)) + rebootDiff + this.#diffForReboot();
    return this.#hide(words);
  }

  ofError(error: CallError): CallError {
    const { code, detail, node, endpoint } = error;
    return callError({ code, detail: this.of(detail), node, endpoint });
  }

  #diff(): string {
    if (this.#current === undefined && this.#change.current !== undefined) return leftOut;
    return redactedDiff(this.#current, this.#next);
  }

  #diffForReboot(): string {
    if (this.#current === undefined) return leftOut;
    const { before, after } = rebootPart(this.#current, this.#next);
    return redactedDiff(before, after);
  }

  /** Nodes put parts of a configuration into what they say about it. */
  #hide(words: string): string {
    return this.#secrets.reduce((text, secret) => text.replaceAll(secret, '<secret>'), words);
  }
}

function redactedDiff(current: MachineConfig | undefined, next: MachineConfig): string {
  const { before, after } = redactPair(current, next);
  return unifiedDiff(current === undefined ? '' : encodeConfig(before), encodeConfig(after));
}
