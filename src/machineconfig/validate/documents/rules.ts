import type { Section } from '../section.js';

/** What rules of a document may look at besides the document itself. */
export interface Surroundings {
  /** The main document of the same configuration. */
  readonly main: Section | undefined;
}

/** The rules of one kind of document. */
export type DocumentRule = (document: Section, around: Surroundings) => void;

export function requireName(document: Section): void {
  if (document.text('name') === '') document.error('name', 'the document needs a name');
}
