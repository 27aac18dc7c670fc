import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import type { NodeResult } from '../../client/fanout.js';
import { printableText } from '../../errors/control-characters.js';
import { CallError, type TalosctlError } from '../../errors/errors.js';
import { grpcStatusName } from '../../errors/status.js';
import { encodeJson, type JsonValue } from '../../render/json.js';

export const outputFormats = ['table', 'json', 'yaml'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** `-o table|json|yaml` of commands that print data of the API. */
export const outputFlag = flag.enumeration('output format: table, json or yaml', outputFormats, {
  short: 'o',
  default: 'table',
  placeholder: 'format',
});

/** The same for commands in which `-o` means something else. */
export const longOutputFlag = flag.enumeration('output format: table, json or yaml', outputFormats, {
  default: 'table',
  placeholder: 'format',
});

/** Prints data as JSON or YAML, keys in the order given. */
export async function writeData(ctx: Context, format: 'json' | 'yaml', data: JsonValue): Promise<void> {
  await writeText(ctx, await encoded(format, data));
}

/** Prints text that holds what a node sent, in a form that does not escape all that moves a terminal. */
export async function writeText({ stdout }: Context, text: string): Promise<void> {
  await stdout.write(stdout.isTerminal ? printableText(text) : text);
}

async function encoded(format: 'json' | 'yaml', data: JsonValue): Promise<string> {
  if (format === 'json') return `${encodeJson(data, { sortKeys: false })}\n`;
  const { emitYaml } = await import('../../yaml/emit.js');
  return emitYaml(data);
}

/**
 * One object a node, in the order asked: its name, and what it answered or, as `error`, why it did not.
 * @param describe the members for an answer, by the API's own names
 */
export function nodesData<T>(
  results: readonly NodeResult<T>[],
  describe: (value: T) => { readonly [key: string]: JsonValue },
): JsonValue {
  return results.map((result) => {
    if (result.error === undefined) return { node: result.node, ...describe(result.value) };
    return { node: result.node, error: failureData(result.error) };
  });
}

/** Why a node did not answer, as data: the name of the gRPC status, and the message. */
export function failureData(error: TalosctlError): JsonValue {
  const code = error instanceof CallError ? grpcStatusName(error.code) : 'Unknown';
  return { code, message: error.message };
}
