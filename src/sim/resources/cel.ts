import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { type ASTNode, parse } from '@marcbachmann/cel-js';
import { putBytes, putDouble, putInteger, putString } from './wire.js';

/*
 * CEL expressions (those that select disks and volumes) in the form in which a node sends them: parsed, as
 * google.api.expr.v1alpha1.CheckedExpr. Operators are calls of functions with names like `_&&_`. Macros are sent as the
 * calls that they look like, not expanded.
 */

/** The names of the operators that are not simply `_operator_`. */
const operatorNames: Readonly<Record<string, string>> = {
  in: '@in',
  '?:': '_?_:_',
  '[]': '_[_]',
  '[?]': '_[?_]',
};

/** The encoded form of an expression. Throws for what is none. */
export function encodeCel(text: string): Uint8Array {
  let last = 0;
  const writer = new BinaryWriter();
  putBytes(
    writer,
    4,
    encodeNode(parse(text).ast, () => ++last),
  );
  return writer.finish();
}

/** Every part of an expression has a number of its own, from 1. */
function encodeNode(node: ASTNode, number: () => number): Uint8Array {
  const writer = new BinaryWriter();
  putInteger(writer, 2, number());
  const negative = negativeLiteral(node);
  if (node.op === 'value' || negative !== undefined) {
    putBytes(writer, 3, encodeConstant(negative ?? node.args));
    return writer.finish();
  }
  const body = new BinaryWriter();
  const putCall = (name: string, args: readonly ASTNode[], on?: ASTNode): void => {
    if (on !== undefined) putBytes(body, 1, encodeNode(on, number));
    putString(body, 2, name);
    for (const arg of args) putBytes(body, 3, encodeNode(arg, number));
    putBytes(writer, 6, body.finish());
  };
  switch (node.op) {
    case 'id':
      putString(body, 1, node.args);
      putBytes(writer, 4, body.finish());
      break;
    case '.':
      putField(writer, node.args, number, false);
      break;
    case '.?': {
      const [of, name] = node.args;
      putString(body, 2, '_?._');
      putBytes(body, 3, encodeNode(of, number));
      const field = new BinaryWriter();
      putInteger(field, 2, number());
      putBytes(field, 3, encodeConstant(name));
      putBytes(body, 3, field.finish());
      putBytes(writer, 6, body.finish());
      break;
    }
    case 'call': {
      const [name, args] = node.args;
      const [only] = args;
      if (name === 'has' && only?.op === '.') putField(writer, only.args, number, true);
      else putCall(name, args);
      break;
    }
    case 'rcall':
      putCall(node.args[0], node.args[2], node.args[1]);
      break;
    case 'list':
      for (const item of node.args) putBytes(body, 1, encodeNode(item, number));
      putBytes(writer, 7, body.finish());
      break;
    case 'map':
      for (const [key, value] of node.args) {
        const entry = new BinaryWriter();
        putInteger(entry, 1, number());
        putBytes(entry, 3, encodeNode(key, number));
        putBytes(entry, 4, encodeNode(value, number));
        putBytes(body, 2, entry.finish());
      }
      putBytes(writer, 8, body.finish());
      break;
    case '!_':
    case '-_':
      putCall(node.op, [node.args as ASTNode]);
      break;
    default:
      putCall(operatorNames[node.op] ?? `_${node.op}_`, node.args as readonly ASTNode[]);
  }
  return writer.finish();
}

/** `of.name`, or the question whether it is there. */
function putField(
  writer: BinaryWriter,
  [of, name]: readonly [ASTNode, string],
  number: () => number,
  asked: boolean,
): void {
  const body = new BinaryWriter();
  putBytes(body, 1, encodeNode(of, number));
  putString(body, 2, name);
  if (asked) putInteger(body, 3, 1);
  putBytes(writer, 5, body.finish());
}

/** A minus belongs to the number behind it. */
function negativeLiteral(node: ASTNode): number | bigint | undefined {
  if (node.op !== '-_') return undefined;
  const operand = node.args as ASTNode;
  if (operand.op !== 'value') return undefined;
  const value: unknown = operand.args;
  return typeof value === 'number' || typeof value === 'bigint' ? -value : undefined;
}

function encodeConstant(value: unknown): Uint8Array {
  const writer = new BinaryWriter();
  if (value === null || value === undefined) putInteger(writer, 1, 0);
  else if (typeof value === 'boolean') putInteger(writer, 2, value ? 1 : 0);
  else if (typeof value === 'bigint') putInteger(writer, 3, value);
  else if (typeof value === 'number') putDouble(writer, 5, value);
  else if (typeof value === 'string') putString(writer, 6, value);
  else if (value instanceof Uint8Array) putBytes(writer, 7, value);
  // What is left is the library's unsigned number, whose text is its digits.
  else putInteger(writer, 4, BigInt(String(value)));
  return writer.finish();
}
