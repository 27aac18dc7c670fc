import { FormError, type ScalarForm } from './form.js';

export interface EnumerationOptions {
  /** What an unset field is written as; it need not be one of the words. */
  readonly unset: string;
  /** Words that are read but not offered. */
  readonly hidden?: readonly string[];
  /** Numbers that are read for words, by their place. */
  readonly byNumber?: boolean;
}

/** One of some words; capital letters make no difference. */
export function enumerationForm(words: readonly string[], options: EnumerationOptions): ScalarForm {
  const known = new Map([...words, ...(options.hidden ?? [])].map((word) => [word.toLowerCase(), word]));
  return {
    name: `one of ${words.join(', ')}`,
    schema: { type: 'string', enum: words },
    unset: options.unset,
    decode({ text }) {
      const exact = known.get(text.toLowerCase());
      if (exact !== undefined) return exact;
      const numbered = options.byNumber === true && /^[+-]?[0-9]+$/.test(text) ? words[Number(text)] : undefined;
      if (numbered === undefined) throw new FormError(`expected one of ${words.join(', ')}`);
      return numbered;
    },
  };
}
