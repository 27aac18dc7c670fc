import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * The generated API comes with every call, and with what both sides of a call need. Most of it no client uses: it encodes
 * requests and decodes answers. This plugin gives the simulated cluster the generated modules as they are, and everybody
 * else modules without what nobody among them calls.
 * @param callers the files that may call; all but those of the simulated cluster unless given
 */
export function clientMessages(root: string, callers?: ReadonlySet<string>): Plugin {
  const sources = join(root, 'src');
  const generated = join(sources, 'gen') + sep;
  const sim = join(sources, 'sim') + sep;
  const mayCall = (file: string): boolean => callers?.has(file) ?? !file.startsWith(sim);
  return {
    name: 'client messages',
    setup(build) {
      let called: Promise<ReadonlySet<string>> | undefined;
      build.onResolve({ filter: /^\..*\.js$/ }, ({ path, importer, resolveDir, pluginData }) => {
        const file = resolve(resolveDir, path).replace(/\.js$/, '.ts');
        if (!file.startsWith(generated)) return undefined;
        const whole = importer.startsWith(sim) || (importer.startsWith(generated) && pluginData !== trimmed);
        return whole ? { path: file } : { path: file, suffix: trimmed };
      });
      build.onLoad({ filter: /\.ts$/ }, async ({ path, suffix }) => {
        if (suffix !== trimmed) return undefined;
        called ??= calledMembers(sources, generated, mayCall);
        const contents = trim(await readFile(path, 'utf8'), await called);
        return { contents, loader: 'ts', pluginData: trimmed, resolveDir: dirname(path) };
      });
    },
  };
}

const trimmed = '?client';

/** `export const Version: MessageFns<Version> = {`, or `export const MachineServiceService = {`, up to its end. */
const objectText = /^export const (\w+)(?:: MessageFns<\w+>)? = \{\n[\s\S]*?^\}(?: as const)?;\n/gm;
/** `  encode(…`, or `  version: {`, up to its end. */
const memberText = /^ {2}(\w+)(?:\(|: \{)[\s\S]*?^ {2}\},\n/gm;
/** The half of a call that servers use: a line, or two. */
const serverHalf = /^ {4}(?:requestDeserialize|responseSerialize): [\s\S]*?\),?\n/gm;

/** Every `Version.decode`, `MachineServiceService.version` and whatever else looks like it. */
const membersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b([A-Z]\w*)\.(\w+)/g)].map(([, object, member]) => `${object}.${member}`);

/** The members of generated objects that the callers call, directly or through other members. */
async function calledMembers(
  sources: string,
  generated: string,
  mayCall: (file: string) => boolean,
): Promise<ReadonlySet<string>> {
  const calls = new Map<string, readonly string[]>();
  const waiting: string[] = [];
  for (const file of await typescriptBelow(sources)) {
    const isGenerated = file.startsWith(generated);
    if (!isGenerated && !mayCall(file)) continue;
    const text = (await readFile(file, 'utf8')).replace(serverHalf, '');
    waiting.push(...membersIn(isGenerated ? text.replace(objectText, '') : text));
    if (!isGenerated) continue;
    for (const [whole, object] of text.matchAll(objectText)) {
      for (const [body, member] of whole.matchAll(memberText)) {
        // Packages of the API have messages of the same name.
        const name = `${object}.${member}`;
        calls.set(name, [...(calls.get(name) ?? []), ...membersIn(body)]);
      }
    }
  }
  const called = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (called.has(name)) continue;
    called.add(name);
    waiting.push(...(calls.get(name) ?? []));
  }
  return called;
}

async function typescriptBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));
}

function trim(text: string, called: ReadonlySet<string>): string {
  return text
    .replace(serverHalf, '')
    .replace(objectText, (whole, object: string) =>
      whole.replace(memberText, (body, member: string) => (called.has(`${object}.${member}`) ? body : '')),
    );
}
