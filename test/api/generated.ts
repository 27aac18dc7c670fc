import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MethodDefinition } from '../../src/client/method.js';

/** What the generator writes for a message. */
export interface GeneratedMessage {
  create(): Record<string, unknown>;
  fromPartial(object: Record<string, unknown>): Record<string, unknown>;
  encode(message: Record<string, unknown>): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Record<string, unknown>;
}

export type GeneratedEnum = Readonly<Record<string, number | string>>;
export type GeneratedService = Readonly<
  Record<string, MethodDefinition<Record<string, unknown>, Record<string, unknown>>>
>;

/** Everything under src/gen, by the full names of the API. */
export interface Generated {
  readonly messages: ReadonlyMap<string, GeneratedMessage>;
  readonly enums: ReadonlyMap<string, GeneratedEnum>;
  readonly services: ReadonlyMap<string, GeneratedService>;
}

const folder = fileURLToPath(new URL('../../src/gen', import.meta.url));

export async function readGenerated(): Promise<Generated> {
  const messages = new Map<string, GeneratedMessage>();
  const enums = new Map<string, GeneratedEnum>();
  const services = new Map<string, GeneratedService>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Readonly<Record<string, unknown>>;
    for (const [name, exported] of Object.entries(module)) {
      if (typeof exported !== 'object' || exported === null || isMapEntry(name, exported)) continue;
      const fullName = `${String(module.protobufPackage)}.${name.replaceAll('_', '.')}`;
      if ('encode' in exported) messages.set(fullName, exported as GeneratedMessage);
      else if ('UNRECOGNIZED' in exported) enums.set(fullName, exported as unknown as GeneratedEnum);
      else if (name.endsWith('Service')) services.set(fullName.replace(/Service$/, ''), exported as GeneratedService);
    }
  }
  return { messages, enums, services };
}

/** The messages that protobuf makes of maps; they belong to the field. */
function isMapEntry(name: string, exported: object): boolean {
  return /_\w+Entry$/.test(name) && 'create' in exported && 'value' in (exported as GeneratedMessage).create();
}
