import { type Document, documentLabel, type Problem } from '../document.js';
import type { ExpressionKind } from './cel/environment.js';

/** A CEL expression found while validating; all are checked together at the end. */
export interface FoundExpression {
  readonly kind: ExpressionKind;
  readonly text: string;
  readonly report: Report;
  readonly path: string;
}

/** Takes what is found wrong in one document. */
export class Report {
  readonly problems: Problem[] = [];
  readonly expressions: FoundExpression[] = [];
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  error(path: string, message: string): void {
    this.#add('error', path, message);
  }

  warning(path: string, message: string): void {
    this.#add('warning', path, message);
  }

  /** Leaves a CEL expression to be parsed and type-checked. */
  expression(path: string, text: string, kind: ExpressionKind): void {
    this.expressions.push({ kind, text, path, report: this });
  }

  #add(severity: Problem['severity'], path: string, message: string): void {
    const position = this.#document.position(path);
    this.problems.push({ severity, document: documentLabel(this.#document), path, message, position });
  }
}
