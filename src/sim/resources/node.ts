import { createHash } from 'node:crypto';
import type { MachineConfig, Value, ValueMap } from '../../machineconfig/document.js';
import { PlainScalar } from '../../yaml/emit.js';
import type { SimNodeFacts, SimResource } from '../types.js';
import type { CertificateCache } from './certificates.js';
import { readDefinitions } from './definitions.js';
import { specForm } from './form.js';
import type { MemberResources } from './member-resources.js';

/** What a rule derives resources from. */
export interface NodeView {
  readonly facts: SimNodeFacts;
  /** Absent in maintenance mode. */
  readonly config: ConfigView | undefined;
  readonly certificates: CertificateCache;
  readonly members: MemberResources;
}

/** A rule derives the resources of one area; a node's resources are those of all rules. */
export type Rule = (node: NodeView) => readonly SimResource[];

/** Reads a machine configuration by path, with what an absent key means left to the rule that asks. */
export class ConfigView {
  readonly #main: ValueMap;
  readonly #config: MachineConfig;

  constructor(config: MachineConfig) {
    this.#config = config;
    this.#main = config.documents.find(({ kind }) => kind === 'v1alpha1')?.value ?? {};
  }

  /** The value at a dotted path of the v1alpha1 document. */
  at(path: string): Value | undefined {
    return valueAt(this.#main, path);
  }

  text(path: string): string | undefined {
    return asText(this.at(path));
  }

  texts(path: string): readonly string[] {
    const value = this.at(path);
    return Array.isArray(value) ? value.map((item) => asText(item) ?? '') : [];
  }

  flag(path: string): boolean | undefined {
    const value = this.at(path);
    return typeof value === 'boolean' ? value : undefined;
  }

  number(path: string): number | undefined {
    const value = this.at(path);
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
  }

  map(path: string): ValueMap {
    return asMap(this.at(path));
  }

  /** A map whose values are texts; null is the empty one. */
  textMap(path: string): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.entries(this.map(path)).map(([key, value]) => [key, asText(value) ?? '']));
  }

  list(path: string): readonly ValueMap[] {
    const value = this.at(path);
    return Array.isArray(value) ? value.map(asMap) : [];
  }

  /** The documents of a kind. */
  documents(kind: string): readonly ValueMap[] {
    return this.#config.documents.filter((document) => document.kind === kind).map(({ value }) => value);
  }
}

/** The value at a dotted path below a map. */
export function valueAt(map: ValueMap, path: string): Value | undefined {
  let value: Value | undefined = map;
  for (const key of path.split('.')) value = asMap(value)[key];
  return value;
}

export function asMap(value: Value | undefined): ValueMap {
  return value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof PlainScalar
    ? {}
    : value;
}

export function asText(value: Value | undefined): string | undefined {
  if (value instanceof PlainScalar) return value.text;
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** What a resource has besides its names and its spec. */
export type Extras = Partial<Pick<SimResource, 'namespace' | 'labels' | 'annotations' | 'finalizers' | 'version'>>;

const defaultNamespaces: ReadonlyMap<string, string> = new Map(
  readDefinitions().map(({ type, defaultNamespace }) => [type, defaultNamespace]),
);

/**
 * A resource in its type's namespace. `type` is the full one; `spec` states what differs from zero, the rest of the form
 * follows from the type's layout.
 */
export function resource(
  type: string,
  id: string,
  owner: string,
  spec: unknown = {},
  extras: Extras = {},
): SimResource {
  const namespace = extras.namespace ?? defaultNamespaces.get(type);
  if (namespace === undefined) throw new RangeError(`no resource type ${type}`);
  return { ...extras, namespace, type, id, owner, spec: specForm(type, spec) };
}

export function isControlPlane({ facts }: NodeView): boolean {
  return facts.machineType === 'controlplane';
}

export function isRunning({ facts }: NodeView, service: string): boolean {
  return facts.services.some(({ id, state }) => id === service && state === 'Running');
}

/** Running, and healthy where the service has a health check. */
export function isHealthy({ facts }: NodeView, service: string): boolean {
  return facts.services.some(({ id, state, healthy }) => id === service && state === 'Running' && healthy !== false);
}

/** Digits that look random, stay the same for a node and a purpose, and differ between nodes. */
export function fingerprint({ facts }: NodeView, purpose: string): string {
  return createHash('sha256').update(`${facts.nodeId}/${purpose}`).digest('hex');
}
