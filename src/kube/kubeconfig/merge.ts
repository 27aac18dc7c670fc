import { sameFields } from './encode.js';
import { type Fields, type Kubeconfig, type Section, textField } from './kubeconfig.js';

/** A file that entries come from. */
export interface KubeconfigFile {
  readonly path: string;
  readonly config: Kubeconfig;
}

/** What to do with an entry whose name another one has. */
export type Decision = 'overwrite' | 'rename';

export interface MergeOptions {
  /** Name of the context in place of the one it comes with. */
  readonly contextName?: string | undefined;
  /** Asked for each clash of names, in the order clusters, users, contexts. */
  decide(kind: 'cluster' | 'user' | 'context', name: string): Promise<Decision>;
}

/** An entry that got another name. */
export interface Rename {
  readonly kind: 'cluster' | 'user' | 'context';
  readonly from: string;
  readonly to: string;
}

/**
 * Adds what `served` holds to the files, and makes its context the current one.
 *
 * - What is there already, equal, stays.
 * - A cluster with the same server and CA is the same cluster: its users get the new credentials in place, and its
 *   contexts keep their namespace.
 * - Any other clash of names is decided by `options.decide`. Overwriting keeps the namespace too.
 *
 * New entries and the current context go to the first file; one that is replaced stays in the file it is in.
 * @returns the files in their order, changed or not, and what was renamed
 */
export async function mergeKubeconfig(
  files: readonly [KubeconfigFile, ...KubeconfigFile[]],
  served: Kubeconfig,
  options: MergeOptions,
): Promise<{ readonly files: readonly KubeconfigFile[]; readonly renames: readonly Rename[] }> {
  const merge = new Merge(files, options);
  await merge.clusters(served);
  await merge.users(served);
  await merge.contexts(served);
  return { files: merge.files, renames: merge.renames };
}

class Merge {
  files: readonly KubeconfigFile[];
  readonly renames: Rename[] = [];
  readonly #options: MergeOptions;
  /** Served clusters that were there already. */
  readonly #sameClusters = new Set<string>();
  readonly #clusterNames = new Map<string, string>();
  readonly #userNames = new Map<string, string>();

  constructor(files: readonly KubeconfigFile[], options: MergeOptions) {
    this.files = files;
    this.#options = options;
  }

  async clusters(served: Kubeconfig): Promise<void> {
    for (const [name, cluster] of served.clusters) {
      const old = this.#find('clusters', name);
      // The user's own additions (a proxy, another TLS name) to the same cluster stay.
      const known = old !== undefined && isSameCluster(old, cluster);
      const to = old === undefined || known ? name : await this.#resolveClash('cluster', name);
      this.#note('cluster', name, to);
      this.#clusterNames.set(name, to);
      if (known) this.#sameClusters.add(name);
      else this.#put('clusters', to, cluster);
    }
  }

  async users(served: Kubeconfig): Promise<void> {
    for (const [name, user] of served.users) {
      const wanted = this.#followCluster(name);
      const old = this.#find('users', wanted);
      const replaceable = old === undefined || sameFields(old, user) || this.#isUserOfSameCluster(served, name, wanted);
      const to = replaceable ? wanted : await this.#resolveClash('user', wanted);
      this.#note('user', name, to);
      this.#userNames.set(name, to);
      this.#put('users', to, user);
    }
  }

  async contexts(served: Kubeconfig): Promise<void> {
    let current: string | undefined;
    for (const [name, context] of served.contexts) {
      const wanted = this.#options.contextName || (this.#userNames.get(name) ?? this.#followCluster(name));
      const cluster = this.#clusterNames.get(textField(context, 'cluster')) ?? textField(context, 'cluster');
      const user = this.#userNames.get(textField(context, 'user')) ?? textField(context, 'user');
      const mapped = new Map(context).set('cluster', cluster).set('user', user);
      const old = this.#find('contexts', wanted);
      const samePair = textField(old, 'cluster') === cluster && textField(old, 'user') === user;
      const to = old === undefined || samePair ? wanted : await this.#resolveClash('context', wanted);
      this.#note('context', name, to);
      this.#put('contexts', to, withNamespaceOf(this.#find('contexts', to), mapped));
      if (current === undefined || name === served.currentContext) current = to;
    }
    const { currentContext } =
      this.files.map(({ config }) => config).find((config) => config.currentContext !== '') ?? {};
    if (current === undefined || current === currentContext) return;
    const chosen = current;
    this.#update(0, (config) => ({ ...config, currentContext: chosen }));
  }

  /** The name to take for an entry whose own is taken. */
  async #resolveClash(kind: Rename['kind'], wanted: string): Promise<string> {
    if ((await this.#options.decide(kind, wanted)) === 'overwrite') return wanted;
    const section = `${kind}s` as const;
    let suffix = 1;
    while (this.#find(section, `${wanted}-${suffix}`) !== undefined) suffix += 1;
    return `${wanted}-${suffix}`;
  }

  #note(kind: Rename['kind'], from: string, to: string): void {
    const forced = kind === 'context' && to === this.#options.contextName;
    if (from !== to && !forced) this.renames.push({ kind, from, to });
  }

  /** Talos names users and contexts `admin@CLUSTER`: where the cluster got another name, so do they. */
  #followCluster(name: string): string {
    for (const [from, to] of this.#clusterNames) {
      if (from !== to && name.endsWith(`@${from}`)) return `${name.slice(0, -from.length)}${to}`;
    }
    return name;
  }

  /** Whether the user that is there belongs to the very cluster that the new one is for, and to no other. */
  #isUserOfSameCluster(served: Kubeconfig, name: string, wanted: string): boolean {
    const clusters = clustersOf(served, name).filter((cluster) => this.#sameClusters.has(cluster));
    const paired = this.files.flatMap(({ config }) => clustersOf(config, wanted));
    return paired.length > 0 && paired.every((cluster) => clusters.includes(cluster));
  }

  #find(section: Section, name: string): Fields | undefined {
    return this.files.find(({ config }) => config[section].has(name))?.config[section].get(name);
  }

  #put(section: Section, name: string, fields: Fields): void {
    const owner = this.files.findIndex(({ config }) => config[section].has(name));
    this.#update(Math.max(owner, 0), (config) => ({
      ...config,
      [section]: new Map(config[section]).set(name, fields),
    }));
  }

  #update(index: number, change: (config: Kubeconfig) => Kubeconfig): void {
    this.files = this.files.map((file, at) => (at === index ? { ...file, config: change(file.config) } : file));
  }
}

/** Clusters that a user is paired with. */
function clustersOf(config: Kubeconfig, user: string): readonly string[] {
  return [...config.contexts.values()]
    .filter((context) => textField(context, 'user') === user)
    .map((context) => textField(context, 'cluster'));
}

/** The same API server, told by its address and the CA that it is checked with. */
function isSameCluster(left: Fields, right: Fields): boolean {
  return ['server', 'certificate-authority-data'].every((key) => textField(left, key) === textField(right, key));
}

/** The context, with the namespace and whatever else the user's own one has. */
function withNamespaceOf(old: Fields | undefined, context: Fields): Fields {
  const namespace = old?.get('namespace');
  const merged = new Map([...(old ?? []), ...context]);
  return namespace === undefined ? merged : merged.set('namespace', namespace);
}
