import { type IDQuery, type LabelQuery, type LabelTerm, LabelTerm_Operation } from '../../gen/v1alpha1/resource.js';
import { Code, StatusError } from '../rpc/status.js';

/** What of a resource a query looks at. */
export interface Queried {
  readonly id: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export type Matcher = (resource: Queried) => boolean;

/** Label queries are alternatives, the terms of one all have to hold; the pattern of ids has to match besides. */
export function matcher(labelQueries: readonly LabelQuery[], idQuery: IDQuery | undefined): Matcher {
  for (const term of labelQueries.flatMap((query) => query.terms)) checkTerm(term);
  const pattern = idPattern(idQuery);
  return ({ id, labels = {} }) =>
    (pattern === undefined || pattern.test(id)) &&
    (labelQueries.length === 0 || labelQueries.some((query) => query.terms.every((term) => holds(term, labels))));
}

function idPattern(query: IDQuery | undefined): RegExp | undefined {
  if (query === undefined || query.regexp === '') return undefined;
  try {
    return new RegExp(query.regexp, 'u');
  } catch (error) {
    throw new StatusError(Code.invalidArgument, `failed to compile regexp: ${(error as Error).message}`);
  }
}

function checkTerm(term: LabelTerm): void {
  if (term.op === LabelTerm_Operation.UNRECOGNIZED || LabelTerm_Operation[term.op] === undefined) {
    throw new StatusError(Code.unimplemented, `unsupported label query operator: ${term.op}`);
  }
}

function holds(term: LabelTerm, labels: Readonly<Record<string, string>>): boolean {
  if (term.op === LabelTerm_Operation.NOT_EXISTS) return labels[term.key] === undefined;
  const result = compare(term, labels[term.key]);
  return result === undefined ? false : result !== term.invert;
}

/** undefined: there is nothing to compare, which no inversion turns into a match. */
function compare(term: LabelTerm, label: string | undefined): boolean | undefined {
  const [first] = term.value;
  switch (term.op) {
    case LabelTerm_Operation.EXISTS:
      return label !== undefined;
    case LabelTerm_Operation.EQUAL:
      return label !== undefined && label === first;
    case LabelTerm_Operation.IN:
      return label !== undefined && term.value.includes(label);
    case LabelTerm_Operation.LT:
      return label === undefined || first === undefined ? undefined : label < first;
    case LabelTerm_Operation.LTE:
      return label === undefined || first === undefined ? undefined : label <= first;
    default: {
      const left = Number.parseFloat(label ?? '');
      const right = Number.parseFloat(first ?? '');
      if (Number.isNaN(left) || Number.isNaN(right)) return undefined;
      return term.op === LabelTerm_Operation.LT_NUMERIC ? left < right : left <= right;
    }
  }
}
