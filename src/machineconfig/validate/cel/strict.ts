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

const largestInt = 2n ** 63n - 1n;

/** A type as the checker notes it at a node. */
interface CheckedType {
  readonly name: string;
  readonly kind: string;
  readonly keyType?: CheckedType;
}

function checkedType(node: ASTNode): CheckedType | undefined {
  return (node as { readonly checkedType?: CheckedType }).checkedType;
}

function typeOf(node: ASTNode): string | undefined {
  return checkedType(node)?.name;
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
  // A minus belongs to the number behind it, which may then be one more.
  if (node.op === '-_' && node.args.op === 'value') return undefined;
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
    case 'id':
      return node.args === 'optional' && environment.optionals !== true ? 'values cannot be optional here' : undefined;
    case 'rcall':
      return methods.has(node.args[0]) ? undefined : `there is no function ${node.args[0]}`;
    case '[]':
      return indexComplaint(node.args[0], node.args[1]);
    case 'value':
      return typeof node.args === 'bigint' && node.args > largestInt
        ? `${node.args} is too large for an int`
        : undefined;
    default:
      return undefined;
  }
}

function indexComplaint(object: ASTNode, index: ASTNode): string | undefined {
  const type = checkedType(object);
  if (type === undefined) return undefined;
  if (type.name.startsWith('$')) return 'fields of an object are written with a dot';
  const [wanted, found] = [type.keyType?.name, typeOf(index)];
  if (type.kind !== 'map' || wanted === undefined || wanted === 'dyn' || found === 'dyn' || wanted === found)
    return undefined;
  return `the keys of this map are of type ${wanted}, not ${found}`;
}

/** `has(a.b)`: a must have fields, and b be one of them. */
function hasComplaint(node: ASTNode | undefined, { variables }: CelEnvironment): string | undefined {
  if (node?.op !== '.') return undefined;
  const [object, field] = node.args;
  const type = declaredType(object, variables);
  if (type === undefined) return undefined;
  if (typeof type === 'string') return /^(map|dyn|optional)/.test(type) ? undefined : `a ${type} has no fields`;
  return field in type ? undefined : `there is no field ${field}`;
}

/** Type of a variable or a field of one, as the environment declares it. */
function declaredType(node: ASTNode, variables: Fields): string | Fields | undefined {
  if (node.op === 'id') return variables[node.args];
  if (node.op !== '.') return undefined;
  const object = declaredType(node.args[0], variables);
  return typeof object === 'object' ? object[node.args[1]] : undefined;
}
