import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { printableField } from '../../../errors/control-characters.js';
import { CancelledError, type NodeFailure, TalosctlError } from '../../../errors/errors.js';
import { isTaken } from '../../../files/atomic.js';
import { GrowingFile } from '../../../files/growing-file.js';
import { ZipWriter } from '../../../files/zip-writer.js';
import type { KubeApi } from '../../../kube/api/api.js';
import { kubeApiOf } from '../../../kube/connect.js';
import { formatTable } from '../../../render/table.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { ownFacts } from '../version/facts.js';
import { kubernetesParts } from './kubernetes-parts.js';
import { nodeParts } from './node-parts.js';
import { archiveName, contentOf, type Part } from './part.js';
import { Progress } from './progress.js';

export interface SupportOptions {
  /** The archive, from the working folder on. */
  readonly output: string;
  /** Parts asked of a node at a time. */
  readonly workers: number;
  readonly verbose: boolean;
}

/** The cluster as a source of parts, beside its nodes. */
const cluster = 'cluster';

/**
 * Gathers all parts of all nodes into an archive, which takes its place when it is complete.
 * @returns the nodes of which nothing was to be had; where that is so of everything, it fails
 */
export async function gatherSupport(
  ctx: Context,
  client: Client,
  options: SupportOptions,
): Promise<readonly NodeFailure[]> {
  const { output } = options;
  const file = await GrowingFile.create(resolve(ctx.cwd, output));
  try {
    const archive = new ZipWriter((bytes) => file.write(bytes));
    const gathering = new Gathering(ctx, client, archive, options);
    const failures = await gathering.all();
    if (archive.count === 0) throwFailures(client, failures);
    await archive.end();
    await file.place();
    await gathering.report();
    await ctx.stderr.write(`the support archive is in ${output} (${archive.count} files)\n`);
    return failures;
  } finally {
    await file.discard();
  }
}

/** Asks before a file is overwritten. Who is no terminal answers by a line on standard input, too. */
export async function allowOverwriting(ctx: Context, output: string): Promise<void> {
  if (!(await isTaken(resolve(ctx.cwd, output)))) return;
  await ctx.stderr.write(`${output} already exists, overwrite? [y/N]: `);
  const answer = (await ctx.stdin.readLine())?.trim().toLowerCase();
  if (answer === 'y' || answer === 'yes') return;
  throw new TalosctlError(`${output} exists already, nothing was gathered`, {
    hint: 'name another file with --output (-O)',
  });
}

interface PartFailure {
  readonly source: string;
  readonly part: string;
  readonly message: string;
}

class Gathering {
  readonly #ctx: Context;
  readonly #client: Client;
  readonly #archive: ZipWriter;
  readonly #options: SupportOptions;
  readonly #progress: Progress;
  readonly #failures: PartFailure[] = [];

  constructor(ctx: Context, client: Client, archive: ZipWriter, options: SupportOptions) {
    this.#ctx = ctx;
    this.#client = client;
    this.#archive = archive;
    this.#options = options;
    this.#progress = new Progress(ctx.stderr, [cluster, ...client.nodes], options.verbose);
  }

  /** @returns the nodes that cannot even say what there is */
  async all(): Promise<readonly NodeFailure[]> {
    const [results] = await Promise.all([fanOut(this.#client, (node) => this.#node(node)), this.#cluster()]);
    return failuresOf(results);
  }

  /** Names the parts that are missing. */
  async report(): Promise<void> {
    if (this.#failures.length === 0) return;
    const rows = this.#failures.map(({ source, part, message }) => [source, part, message]);
    await this.#ctx.stderr.write(`these parts are missing:\n${formatTable([['SOURCE', 'PART', 'REASON'], ...rows])}`);
  }

  async #node(node: string): Promise<void> {
    const { clock, runtime } = this.#ctx;
    try {
      const query = { client: this.#client, node, version: ownFacts(runtime), now: () => clock.now() };
      await this.#gather(node, [node], await nodeParts(query));
    } catch (error) {
      await this.#progress.failed(node, messageOf(error));
      throw error;
    }
  }

  async #cluster(): Promise<void> {
    const { env, signal } = this.#ctx;
    let api: KubeApi | undefined;
    try {
      // The endpoint itself is asked for the kubeconfig: it is a control plane node where any is.
      api = await kubeApiOf(this.#client, { env, signal });
      await this.#gather(cluster, [], await kubernetesParts(api, signal));
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.#failures.push({ source: cluster, part: 'kubernetesResources', message: error.message });
      await this.#progress.failed(cluster, error.message);
    } finally {
      api?.close();
    }
  }

  async #gather(source: string, folder: readonly string[], parts: readonly Part[]): Promise<void> {
    const queue = parts.values();
    let done = 0;
    const work = async (): Promise<void> => {
      for (const part of queue) {
        await this.#progress.begun(source, part.path.join('/'), done, parts.length);
        await this.#part(source, folder, part);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#options.workers, parts.length) }, work));
    await this.#progress.finished(source, parts.length);
  }

  async #part(source: string, folder: readonly string[], part: Part): Promise<void> {
    try {
      const content = await contentOf(part);
      if (content === undefined) return;
      await this.#archive.add(archiveName([...folder, ...part.path]), content, this.#ctx.clock.now());
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.#failures.push({ source, part: part.path.join('/'), message: error.message });
    }
  }
}

/** Interruption concerns everything, and defects are nobody's answer. */
function isFailure(error: unknown): error is TalosctlError {
  return error instanceof TalosctlError && !(error instanceof CancelledError);
}

function messageOf(error: unknown): string {
  return printableField(error instanceof Error ? error.message : String(error));
}
