import { Environment } from '@marcbachmann/cel-js';
import { type ExpressionKind, environments, type Fields } from './environment.js';
import { strictProblem } from './strict.js';

/** What is wrong with a CEL expression, with the place inside its text (0-based) where that is known. */
export interface CelProblem {
  readonly message: string;
  readonly offset: number | undefined;
}

/** Parses and type-checks expressions; environments are built once each, when they are first needed. */
export class CelChecker {
  readonly #environments = new Map<ExpressionKind, Environment>();

  /** Undefined where the expression is right. */
  check(text: string, kind: ExpressionKind): CelProblem | undefined {
    const { result } = environments[kind];
    try {
      const parsed = this.#environment(kind).parse(text);
      const { valid, error, type } = parsed.check();
      if (!valid) return problemOf(error);
      const problem = strictProblem(parsed.ast, environments[kind]);
      if (problem !== undefined) return problem;
      return type === result
        ? undefined
        : { message: `it must come to a ${result}, and comes to ${type}`, offset: undefined };
    } catch (error) {
      return problemOf(error);
    }
  }

  #environment(kind: ExpressionKind): Environment {
    const known = this.#environments.get(kind);
    if (known !== undefined) return known;
    const made = makeEnvironment(kind);
    this.#environments.set(kind, made);
    return made;
  }
}

function problemOf(error: unknown): CelProblem {
  if (!(error instanceof Error)) return { message: String(error), offset: undefined };
  const { summary, range } = error as { summary?: string; range?: { start: number } };
  const message = summary ?? error.message.split('\n')[0] ?? error.message;
  const remedy = remedies.find(({ when }) => when.test(message))?.remedy;
  return { message: remedy === undefined ? message : `${message}; ${remedy}`, offset: range?.start };
}

/** What those meant who often write it otherwise. */
const remedies: readonly { readonly when: RegExp; readonly remedy: string }[] = [
  { when: /^no such overload: (int \S+ uint|uint \S+ int)$/, remedy: 'sizes are unsigned, write 100u for 100' },
  { when: /^Unknown variable: /, remedy: 'a text needs quotes: "nvme"' },
];

/** Nothing is evaluated here, so functions need no body and units no value. */
const never = (): never => {
  throw new Error('expressions are only checked');
};

/** Of CEL itself, and not in the library. */
const missingFunctions = ['int(uint): int', 'matches(string, string): bool'];

function makeEnvironment(kind: ExpressionKind): Environment {
  const { variables, functions, optionals } = environments[kind];
  const environment = new Environment({
    enableOptionalTypes: optionals === true,
    homogeneousAggregateLiterals: false,
  });
  for (const [name, type] of Object.entries(variables)) {
    if (typeof type === 'string') environment.registerVariable(name, type);
    else environment.registerVariable({ name, schema: mutable(type) });
  }
  for (const signature of [...functions, ...missingFunctions]) environment.registerFunction(signature, never);
  return environment;
}

type Schema = { [name: string]: string | Schema };

function mutable(fields: Fields): Schema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, typeof type === 'string' ? type : mutable(type)]),
  );
}
