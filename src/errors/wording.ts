/** What is said about a failure: one sentence, and what to do about it. */
export interface Wording {
  readonly message: string;
  readonly hint?: string;
}
