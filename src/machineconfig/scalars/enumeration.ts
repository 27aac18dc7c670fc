import { FormError, type ScalarForm } from './form.js';

export interface EnumerationOptions {
  /** What an unset field is written as; it need not be one of the words. */
  readonly unset: string;
  /** Words that are read but not offered. */
  readonly hidden?: readonly string[];
  /** The form that older configurations know: small letters only, numbers for words by their place, nothing for the first. */
  readonly legacy?: boolean;
}

/** One of some words; capital letters make no difference. */
export function enumerationForm(words: readonly string[], options: EnumerationOptions): ScalarForm {
  const known = new Map([...words, ...(options.hidden ?? []), options.unset].map((word) => [word.toLowerCase(), word]));
  const read = (text: string) => (options.legacy === true ? readLegacy(words, text) : known.get(text.toLowerCase()));
  return {
    name: `one of ${words.join(', ')}`,
    schema: { type: 'string', enum: words },
    unset: options.unset,
    decode({ text }) {
      const word = read(text);
      if (word === undefined) throw new FormError(`expected one of ${words.join(', ')}`);
      return word;
    },
  };
}

function readLegacy(words: readonly string[], text: string): string | undefined {
  if (text === '') return words[0];
  return words.find((word) => word === text) ?? (/^[+-]?[0-9]+$/.test(text) ? words[Number(text)] : undefined);
}
