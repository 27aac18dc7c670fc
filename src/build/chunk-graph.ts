/** What of esbuild's metafile is needed here. */
export interface Metafile {
  readonly outputs: Readonly<Record<string, Chunk>>;
}

interface Chunk {
  readonly bytes: number;
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}

/** Kilobytes of JavaScript: what is loaded before the command runs, and that with all which it may import as it runs. */
export type Loaded = readonly [start: number, most: number];

/** A word that only groups others is part of the manifest; what several commands share lies in shared/. */
const commandFile = /^src\/commands\/(?!shared\/)(.+)\.ts$/;

/** What each command of a bundle loads, by its words. */
export function loadedByCommands({ outputs }: Metafile): ReadonlyMap<string, Loaded> {
  const entries = new Map<string, string>();
  for (const [path, { entryPoint = '' }] of Object.entries(outputs)) entries.set(entryPoint, path);
  const main = entries.get('src/main.ts');
  if (main === undefined) throw new Error('the bundle does not have src/main.ts');
  const commands = new Map<string, string>();
  for (const [source, path] of entries) {
    const [, place] = commandFile.exec(source) ?? [];
    if (place !== undefined) commands.set(path, place.replaceAll('/', ' '));
  }

  /** Kilobytes of all chunks that some chunks reach. No way leads through the file of another command. */
  function kilobytes(start: readonly string[], dynamic: boolean): number {
    const reached = new Set<string>();
    const ways = [...start];
    for (let path = ways.pop(); path !== undefined; path = ways.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
        const follows = kind === 'dynamic-import' ? dynamic && !commands.has(next) : external !== true;
        if (follows) ways.push(next);
      }
    }
    return Math.round([...reached].reduce((total, path) => total + (outputs[path]?.bytes ?? 0), 0) / 1000);
  }

  return new Map(
    [...commands]
      .map(([path, words]): [string, Loaded] => [
        words,
        [kilobytes([main, path], false), kilobytes([main, path], true)],
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
