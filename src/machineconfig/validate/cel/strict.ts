import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelProblem } from './check.js';
import type { CelEnvironment, Fields } from './environment.js';

/** Functions and macros of CEL itself; what the library has beyond them, a node does not know. */
const functions = new Set(
  'size int uint double string bool bytes timestamp duration dyn type matches has optional.of optional.none optional.ofNonZeroValue'.split(
    ' ',
  ),
);
const methods = new Set(
  (
    'size contains startsWith endsWith matches all exists exists_one existsOne map filter transformList transformMap ' +
    'getDate getDayOfMonth getDayOfWeek getDayOfYear getFullYear getHours getMilliseconds getMinutes getMonth getSeconds ' +
    'hasValue value or orValue optMap optFlatMap of none ofNonZeroValue'
  ).split(' '),
);
const relations = new Set<string>(['<', '<=', '>', '>=', '==', '!=']);
const numbers = new Set(['int', 'uint', 'double']);

/** Type that the checker has noted at a node. */
function typeOf(node: ASTNode): string | undefined {
  return (node as { readonly checkedType?: { readonly name?: string; readonly type?: string } }).checkedType?.name;
}

/** Nodes below a node. */
function below(node: ASTNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null && 'op' in value) nodes.push(value as ASTNode);
  };
  collect(node.args);
  return nodes;
}

/** What a node would refuse though the library lets it pass. */
export function strictProblem(node: ASTNode, environment: CelEnvironment): CelProblem | undefined {
  const message = complaint(node, environment);
  if (message !== undefined) return { message, offset: node.start };
  for (const inner of below(node)) {
    const problem = strictProblem(inner, environment);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function complaint(node: ASTNode, environment: CelEnvironment): string | undefined {
  if (relations.has(node.op)) {
    const [left, right] = below(node).map(typeOf);
    if (left !== right && numbers.has(left ?? '') && numbers.has(right ?? '')) {
      return `${left} ${node.op} ${right}: the two sides must be of one type (100u is a uint, 100 an int)`;
    }
  }
  switch (node.op) {
    case 'call': {
      const [name, args] = node.args;
      if (name === 'has') return hasComplaint(args[0], environment);
      const own = environment.functions.some((signature) => signature.startsWith(`${name}(`));
      return own || functions.has(name) ? undefined : `there is no function ${name}`;
    }
    case 'rcall':
      return methods.has(node.args[0]) ? undefined : `there is no function ${node.args[0]}`;
    case '[]':
      return typeOf(node.args[0])?.startsWith('$') === true ? 'fields of an object are written with a dot' : undefined;
    default:
      return undefined;
  }
}

/** `has(a.b)`: the field must be one that there is. */
function hasComplaint(node: ASTNode | undefined, environment: CelEnvironment): string | undefined {
  const fields = node?.op === '.' ? fieldsOf(node.args[0], environment) : undefined;
  if (fields === undefined || node?.op !== '.') return undefined;
  return node.args[1] in fields ? undefined : `there is no field ${node.args[1]}`;
}

function fieldsOf(node: ASTNode, environment: CelEnvironment): Fields | undefined {
  if (node.op === 'id') return asFields(environment.variables[node.args]);
  if (node.op !== '.') return undefined;
  return asFields(fieldsOf(node.args[0], environment)?.[node.args[1]]);
}

function asFields(type: string | Fields | undefined): Fields | undefined {
  return typeof type === 'object' ? type : undefined;
}
