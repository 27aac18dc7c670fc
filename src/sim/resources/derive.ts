import { isDeepStrictEqual } from 'node:util';
import type { SimNodeFacts, SimResource } from '../types.js';
import { CertificateCache } from './certificates.js';
import { MemberResources } from './member-resources.js';
import { ConfigView, type NodeView, type Rule } from './node.js';
import { allRules } from './rules/index.js';

/** What derivations may have in common, or keep. */
export interface DerivationParts {
  /** What the node issued to itself so far: has to be the same for as long as the node runs. */
  readonly certificates?: CertificateCache;
  /** Shared by the nodes of a cluster, which all show the same members. */
  readonly members?: MemberResources;
}

/**
 * Derives the resources of one node, again and again as its facts change. A rule is asked anew only when a fact changed
 * that it looked at the last time; otherwise its resources are the very same objects as before.
 */
export class Derivation {
  readonly #parts: Required<DerivationParts>;
  readonly #rules: readonly RememberedRule[] = allRules.map((rule) => new RememberedRule(rule));
  #config: { readonly source: SimNodeFacts['config']; readonly view: ConfigView | undefined } | undefined;
  #resources: readonly SimResource[] = [];

  constructor({ certificates = new CertificateCache(), members = new MemberResources() }: DerivationParts = {}) {
    this.#parts = { certificates, members };
  }

  /** Every resource in the state that the facts describe; the same list as before where nothing has changed. */
  derive(facts: SimNodeFacts): readonly SimResource[] {
    const around = { ...this.#parts, config: this.#view(facts) };
    const changed = this.#rules.map((rule) => rule.follow(facts, around)).includes(true);
    if (!changed) return this.#resources;
    const byName = new Map<string, SimResource>();
    for (const { resources } of this.#rules) {
      // A configuration may name a thing twice: a node writes the same resource twice, and the last one stays.
      for (const resource of resources) byName.set(`${resource.namespace}/${resource.type}/${resource.id}`, resource);
    }
    this.#resources = [...byName.values()];
    return this.#resources;
  }

  #view({ config }: SimNodeFacts): ConfigView | undefined {
    if (this.#config === undefined || this.#config.source !== config) {
      this.#config = { source: config, view: configured(config) };
    }
    return this.#config.view;
  }
}

/** Every resource of a node in the state that the facts describe. */
export function deriveResources(facts: SimNodeFacts, certificates?: CertificateCache): readonly SimResource[] {
  return new Derivation(certificates === undefined ? {} : { certificates }).derive(facts);
}

/** A rule with what it last gave, and the facts that it looked at for that. */
class RememberedRule {
  readonly #rule: Rule;
  #seen: ReadonlyMap<string, unknown> | undefined;
  resources: readonly SimResource[] = [];

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Brings the resources up to the facts; says whether the rule had to be asked. */
  follow(facts: SimNodeFacts, around: Omit<NodeView, 'facts'>): boolean {
    if (this.#seen !== undefined && holds(this.#seen, facts)) return false;
    const seen = new Map<string, unknown>();
    const { certificates, members, config } = around;
    this.resources = this.#rule({
      facts: observed(facts, seen),
      certificates,
      members,
      get config() {
        seen.set('config', facts.config);
        return config;
      },
    });
    this.#seen = seen;
    return true;
  }
}

function holds(seen: ReadonlyMap<string, unknown>, facts: SimNodeFacts): boolean {
  for (const [name, value] of seen) {
    const now: unknown = Reflect.get(facts, name);
    if (now !== value && !isDeepStrictEqual(now, value)) return false;
  }
  return true;
}

/** The facts, noting in `seen` which ones are looked at. */
function observed(facts: SimNodeFacts, seen: Map<string, unknown>): SimNodeFacts {
  return new Proxy(facts, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      seen.set(String(name), value);
      return value;
    },
  });
}

/** Documents other than the main one may come early, in maintenance mode: they do not make a configured node. */
function configured(config: SimNodeFacts['config']): ConfigView | undefined {
  return config?.documents.some(({ kind }) => kind === 'v1alpha1') === true ? new ConfigView(config) : undefined;
}
