import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const sourceFolder = fileURLToPath(new URL('../../src', import.meta.url));

/** One import of a file under src. */
export interface Import {
  /** Path below src, with slashes. */
  readonly from: string;
  /** Path below src for our own files, else the name as written (`node:fs`, `yaml`). */
  readonly to: string;
  readonly own: boolean;
  /** Imports only types, which are gone when the program runs. */
  readonly typeOnly: boolean;
  /** Loaded when the code gets there (`import(…)`). */
  readonly dynamic: boolean;
}

const statement = /^(?:import|export)\s(?:(?<what>[\w\s{},*$]*?)\sfrom\s)?['"](?<static>[^'"]+)['"]/gm;
const call = /\bimport\(\s*['"](?<dynamic>[^'"]+)['"]/g;

/** The files under src, as paths below it. Generated API code is left out. */
export function sourceFiles(): string[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('gen/'))
    .sort();
}

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(sourceFolder, file), 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '');
  const found: Import[] = [];
  for (const { groups } of text.matchAll(statement)) {
    found.push(describe(file, groups?.['static'] ?? '', /^type\s/.test(groups?.['what'] ?? ''), false));
  }
  for (const { groups } of text.matchAll(call)) found.push(describe(file, groups?.['dynamic'] ?? '', false, true));
  return found;
}

function describe(file: string, name: string, typeOnly: boolean, dynamic: boolean): Import {
  const own = name.startsWith('.');
  const path = join(dirname(join(sourceFolder, file)), name);
  const to = own ? relative(sourceFolder, path).replaceAll('\\', '/').replace(/\.js$/, '.ts') : name;
  return { from: file, to, own, typeOnly, dynamic };
}
