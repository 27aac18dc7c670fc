import type { MachineConfig, Problem } from '../document.js';
import { rulesOf } from './documents/documents.js';
import { findTrouble } from './lint.js';
import { checkMain } from './main/main.js';
import type { Mode } from './mode.js';
import type { FoundExpression } from './report.js';
import { Section } from './section.js';

export interface ValidateOptions {
  readonly mode: Mode;
  /** Whether to look for what a node takes and then suffers from, too. Default true. */
  readonly trouble?: boolean;
}

/**
 * Checks the meaning of a decoded configuration: every rule of every document, rules between documents, CEL expressions,
 * and what a node would suffer from later. Gives everything found, in the order of the documents. Documents that this
 * client does not know are not looked into.
 */
export async function validateConfig(
  config: MachineConfig,
  { mode, trouble = true }: ValidateOptions,
): Promise<Problem[]> {
  const sections = config.documents
    .filter(({ opaqueText }) => opaqueText === undefined)
    .map((document) => ({ kind: document.kind, section: Section.of(document) }));
  const main = sections.find(({ kind }) => kind === 'v1alpha1')?.section;
  for (const { kind, section } of sections) {
    if (section === main) checkMain(section, mode);
    else rulesOf(kind)?.(section, { main });
  }
  if (trouble) findTrouble(sections, 'validating');
  await checkExpressions(sections.flatMap(({ section }) => section.report.expressions));
  return sections.flatMap(({ section }) => section.report.problems);
}

/** The library is loaded only where there is an expression. */
async function checkExpressions(found: readonly FoundExpression[]): Promise<void> {
  if (found.length === 0) return;
  const { CelChecker } = await import('./cel/check.js');
  const checker = new CelChecker();
  for (const { text, kind, path, report } of found) {
    const problem = checker.check(text, kind);
    if (problem === undefined) continue;
    const place =
      problem.offset === undefined || problem.offset === 0 ? '' : ` (at its character ${problem.offset + 1})`;
    report.error(path, `the expression is wrong: ${problem.message}${place}`);
  }
}
