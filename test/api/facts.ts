import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the API is on the wire, read from the tables beside this file. */
export interface ApiFacts {
  /** By full name. */
  readonly messages: ReadonlyMap<string, MessageFacts>;
  /** By full name: values by their names. */
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By full name. */
  readonly services: ReadonlyMap<string, readonly MethodFacts[]>;
}

export interface MessageFacts {
  readonly name: string;
  readonly fields: readonly FieldFacts[];
}

export interface FieldFacts {
  readonly number: number;
  readonly name: string;
  /** A scalar's name, or the full name of a message or enum; for a map, the type of its values (keys are strings). */
  readonly type: string;
  readonly shape: 'single' | 'optional' | 'repeated' | 'map';
  readonly oneof: string | undefined;
}

export interface MethodFacts {
  readonly name: string;
  readonly request: string;
  readonly response: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

const folder = fileURLToPath(new URL('facts', import.meta.url));

export async function readFacts(): Promise<ApiFacts> {
  const messages = new Map<string, MessageFacts>();
  const enums = new Map<string, ReadonlyMap<string, number>>();
  const services = new Map<string, readonly MethodFacts[]>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.facts')) continue;
    for (const block of (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n\n')) {
      const [heading = '', ...lines] = block.split('\n');
      const [kind, name = ''] = heading.split(' ');
      if (kind === 'message') messages.set(name, { name, fields: lines.map(readField) });
      else if (kind === 'enum') enums.set(name, new Map(lines.map(readValue)));
      else if (kind === 'service') services.set(name, lines.map(readMethod));
      else throw new Error(`${file}: neither message, enum nor service: ${heading}`);
    }
  }
  return { messages, enums, services };
}

function readField(line: string): FieldFacts {
  const match = /^ +(\d+) {2}(\w+): (repeated |map<string, )?([\w.]+)>?( optional)?(?: oneof=(\w+))?$/.exec(line);
  if (match === null) throw new Error(`not a field: ${line}`);
  const [, number, name = '', many, type = '', optional, oneof] = match;
  const shape = many === 'repeated ' ? 'repeated' : many ? 'map' : optional ? 'optional' : 'single';
  return { number: Number(number), name, type, shape, oneof };
}

function readValue(line: string): [string, number] {
  const match = /^ +(\d+) {2}(\w+)$/.exec(line);
  if (match === null) throw new Error(`not a value: ${line}`);
  return [match[2] ?? '', Number(match[1])];
}

function readMethod(line: string): MethodFacts {
  const match = /^ {2}(\w+)\((stream )?([\w.]+)\) -> (stream )?([\w.]+)$/.exec(line);
  if (match === null) throw new Error(`not a method: ${line}`);
  const [, name = '', requestStream, request = '', responseStream, response = ''] = match;
  return { name, request, response, requestStream: !!requestStream, responseStream: !!responseStream };
}
