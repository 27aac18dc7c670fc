import { readFile } from 'node:fs/promises';
import { TalosctlError } from '../../errors/errors.js';
import { isSpecial, reason, writeFilesAtomically } from '../../files/atomic.js';
import { encodeKubeconfig } from './encode.js';
import { emptyKubeconfig } from './kubeconfig.js';
import { type KubeconfigFile, type MergeOptions, mergeKubeconfig, type Rename } from './merge.js';
import { parseKubeconfig } from './parse.js';

/** Folders made for a kubeconfig may be looked into by others; the file itself may not. */
export const kubeconfigFolderMode = 0o755;

/**
 * Merges a kubeconfig into the files that kubectl reads together, and writes those that change. Files that do not exist
 * count as empty; only the first is ever made.
 * @param served text of the kubeconfig to add
 * @returns what was renamed
 */
export async function mergeIntoFiles(
  paths: readonly [string, ...string[]],
  served: string,
  options: MergeOptions,
): Promise<readonly Rename[]> {
  const [first, ...others] = paths;
  const before: [KubeconfigFile, ...KubeconfigFile[]] = [
    (await readIfPresent(first)) ?? { path: first, config: emptyKubeconfig },
  ];
  for (const path of others) {
    const file = await readIfPresent(path);
    if (file !== undefined) before.push(file);
  }
  const source = parseKubeconfig(served, 'the kubeconfig that the node sent');
  const { files, renames } = await mergeKubeconfig(before, source, options);
  const changed = files.flatMap(({ path, config }, index) => {
    const old = before[index];
    const content = encodeKubeconfig(config);
    return old !== undefined && encodeKubeconfig(old.config) === content ? [] : [{ path, content }];
  });
  await writeFilesAtomically(changed, { folderMode: kubeconfigFolderMode });
  return renames;
}

/** A kubeconfig with another name for its context. */
export async function renameContext(served: string, contextName: string): Promise<string> {
  const source = parseKubeconfig(served, 'the kubeconfig that the node sent');
  const start = { path: '', config: emptyKubeconfig };
  const { files } = await mergeKubeconfig([start], source, { contextName, decide: async () => 'overwrite' });
  return encodeKubeconfig(files[0]?.config ?? source);
}

async function readIfPresent(path: string): Promise<KubeconfigFile | undefined> {
  // Reading standard output would wait for its reader for ever.
  if (await isSpecial(path)) return undefined;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new TalosctlError(`cannot read the kubeconfig ${path}: ${reason(error)}`, { cause: error });
  }
  return { path, config: parseKubeconfig(text, path) };
}
