import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defineCommand, rangeArguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { flag } from '../cli/flags.js';
import { TalosctlError } from '../errors/errors.js';
import { isTaken, writeFileAtomically } from '../files/atomic.js';
import { kubeconfigFolderMode, mergeIntoFiles, renameContext } from '../kube/kubeconfig/files.js';
import type { Decision } from '../kube/kubeconfig/merge.js';
import { kubeconfigPaths } from '../kube/kubeconfig/paths.js';
import { singleNode } from './shared/single-node.js';

interface Options {
  readonly path: string | undefined;
  readonly force: boolean;
  readonly contextName: string;
  readonly merge: boolean;
}

export const command = defineCommand({
  words: 'kubeconfig',
  use: 'kubeconfig [local-path]',
  summary: "Get the cluster's admin kubeconfig from a control plane node",
  description:
    'Gets a kubeconfig with a fresh admin certificate. It is merged into the file given, by default the one that kubectl ' +
    'uses ($KUBECONFIG, ~/.kube/config): the same cluster is refreshed in place, other clashes of names are asked about on ' +
    'a terminal and renamed elsewhere. With --merge=false a new file is written (kubeconfig in the working folder unless ' +
    'said). - writes to stdout.',
  connection: 'flags',
  args: rangeArguments(0, 1),
  flags: {
    force: flag.bool('overwrite the file, and whatever has the same name when merging', { short: 'f' }),
    'force-context-name': flag.string('name for the context'),
    merge: flag.bool('merge into the file that is there', { short: 'm', default: true }),
  },
  resolve([path], { values }): Options {
    return { path, force: values.force, contextName: values['force-context-name'], merge: values.merge };
  },
  async run(ctx, options) {
    const client = await ctx.client();
    const node = singleNode(client, 'kubeconfig');
    const paths = options.path === '-' ? undefined : await targetPaths(ctx, options);
    if (paths !== undefined && !options.merge && !options.force && (await isTaken(paths[0]))) {
      throw new TalosctlError(`${paths[0]} exists already`, { hint: 'add --force to overwrite it, or merge into it' });
    }

    const { fetchKubeconfig } = await import('../kube/kubeconfig/fetch.js');
    const served = (await fetchKubeconfig(client, { node, signal: ctx.signal })).toString('utf8');

    if (paths !== undefined && options.merge && (await anyTaken(paths))) return merge(ctx, paths, served, options);
    const named = options.contextName === '' ? served : await renameContext(served, options.contextName);
    if (paths === undefined) return ctx.stdout.write(named);
    await writeFileAtomically(paths[0], named, { folderMode: kubeconfigFolderMode });
  },
});

/** The files to write to; more than one only for the default ones of kubectl. */
async function targetPaths(ctx: Context, { path, merge }: Options): Promise<readonly [string, ...string[]]> {
  const paths: readonly [string, ...string[]] =
    path === undefined && merge ? kubeconfigPaths(ctx.env, ctx.cwd) : [resolve(ctx.cwd, path ?? '.')];
  const [first, ...others] = paths;
  const isFolder = (await stat(first).catch(() => undefined))?.isDirectory() === true;
  return [isFolder ? join(first, 'kubeconfig') : first, ...others];
}

async function merge(
  ctx: Context,
  paths: readonly [string, ...string[]],
  served: string,
  { contextName, force }: Options,
): Promise<void> {
  const renames = await mergeIntoFiles(paths, served, {
    contextName,
    decide: async (kind, name) => {
      if (force) return 'overwrite';
      return ctx.stdin.isTerminal ? ask(ctx, `${kind} ${JSON.stringify(name)} exists already`) : 'rename';
    },
  });
  for (const { kind, from, to } of renames) {
    await ctx.stderr.write(`renamed ${kind} ${JSON.stringify(from)} -> ${JSON.stringify(to)}\n`);
  }
}

async function ask(ctx: Context, problem: string): Promise<Decision> {
  for (;;) {
    await ctx.stderr.write(`${problem} [(r)ename/(o)verwrite/(a)bort]: `);
    const answer = (await ctx.stdin.readLine())?.trim().toLowerCase();
    if (answer === 'r' || answer === 'rename') return 'rename';
    if (answer === 'o' || answer === 'overwrite') return 'overwrite';
    if (answer === undefined || answer === 'a' || answer === 'abort') {
      throw new TalosctlError('aborted, nothing was written');
    }
  }
}

async function anyTaken(paths: readonly string[]): Promise<boolean> {
  return (await Promise.all(paths.map(isTaken))).includes(true);
}
