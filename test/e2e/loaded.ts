import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distFolder, runProgram } from '../helpers/program.js';

/** What a run of the built program really loaded. */
export interface Loaded {
  /** Sources: our own files and those of packages, as paths from the root of the project. */
  readonly sources: ReadonlySet<string>;
  /** Modules of Node itself, without `node:`. */
  readonly builtins: ReadonlySet<string>;
}

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly inputs: Readonly<Record<string, unknown>>;
        readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
      }
    >
  >;
}

/** Runs the words and looks into V8's coverage, which names every file that was evaluated. */
export async function loadedBy(words: readonly string[]): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-loaded-'));
  try {
    const { code, stderr } = await runProgram(words, { env: { NODE_V8_COVERAGE: folder } });
    if (code !== 0) throw new Error(`talosctl ${words.join(' ')} failed: ${stderr}`);
    const urls = new Set<string>();
    for (const file of await readdir(folder)) {
      const coverage = JSON.parse(await readFile(join(folder, file), 'utf8')) as { result: { url: string }[] };
      for (const { url } of coverage.result) urls.add(url);
    }
    return describe(urls);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function describe(urls: ReadonlySet<string>): Promise<Loaded> {
  const metafile = JSON.parse(await readFile(join(distFolder, 'meta.json'), 'utf8')) as Metafile;
  const sources = new Set<string>();
  const builtins = new Set<string>();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (!urls.has(pathToFileURL(join(distFolder, path.slice(path.indexOf('/') + 1))).href)) continue;
    for (const source of Object.keys(output.inputs)) sources.add(source);
    for (const { path: name, kind, external } of output.imports) {
      if (external === true && kind !== 'dynamic-import') builtins.add(name.replace(/^node:/, ''));
    }
  }
  return { sources, builtins };
}
