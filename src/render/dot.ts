import { compareBytes } from './json.js';

/** Attributes of a node or an edge. */
export type DotAttributes = Readonly<Record<string, string>>;

interface Node {
  /** The number that it is written with. */
  readonly number: number;
  attributes: DotAttributes;
}

interface Group {
  readonly number: number;
  /** By label. */
  readonly nodes: Map<string, Node>;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly attributes: DotAttributes;
}

/**
 * A directed graph in Graphviz' DOT language. Nodes are known by their labels, and numbered as they are added, groups
 * included; they are written sorted by label, edges by the label of the node they start from.
 */
export class DotGraph {
  #count = 0;
  readonly #nodes = new Map<string, Node>();
  readonly #groups = new Map<string, Group>();
  readonly #edges = new Map<string, Edge[]>();

  /** Adds a node, or attributes to one that is there. */
  node(label: string, attributes: DotAttributes): void {
    this.#add(this.#nodes, label, attributes);
  }

  /** Adds a group: a box around its nodes, with a label. */
  group(label: string): void {
    if (!this.#groups.has(label)) this.#groups.set(label, { number: this.#next(), nodes: new Map() });
  }

  /** Adds a node to a group. */
  groupNode(group: string, label: string, attributes: DotAttributes): void {
    this.group(group);
    const nodes = this.#groups.get(group)?.nodes;
    if (nodes !== undefined) this.#add(nodes, label, attributes);
  }

  /** Adds an edge between two nodes that are there. */
  edge(from: string, to: string, attributes: DotAttributes): void {
    const edges = this.#edges.get(from) ?? [];
    this.#edges.set(from, edges);
    edges.push({ from: this.#numberOf(from), to: this.#numberOf(to), attributes });
  }

  toString(): string {
    const groups = sorted(this.#groups).map(([label, { number, nodes }]) => {
      const lines = [`label=${JSON.stringify(label)};`, ...nodeLines(nodes), ''];
      return `subgraph cluster_s${number} {\n${indented(lines)}}`;
    });
    const edges = sorted(this.#edges).flatMap(([, all]) =>
      all.map(({ from, to, attributes }) => `n${from}->n${to}${attributeText(attributes)};`),
    );
    const lines = [...groups.flatMap((group) => group.split('\n')), '', ...nodeLines(this.#nodes), ...edges, ''];
    return `digraph  {\n${indented(lines)}}\n`;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #add(nodes: Map<string, Node>, label: string, attributes: DotAttributes): void {
    const known = nodes.get(label);
    if (known === undefined) nodes.set(label, { number: this.#next(), attributes: { label, ...attributes } });
    else known.attributes = { ...known.attributes, ...attributes };
  }

  #numberOf(label: string): number {
    const found =
      this.#nodes.get(label) ??
      [...this.#groups.values()].map(({ nodes }) => nodes.get(label)).find((node) => node !== undefined);
    if (found === undefined) throw new RangeError(`no node ${label} in the graph`);
    return found.number;
  }
}

function nodeLines(nodes: ReadonlyMap<string, Node>): readonly string[] {
  return sorted(nodes).map(([, { number, attributes }]) => `n${number}${attributeText(attributes)};`);
}

function attributeText(attributes: DotAttributes): string {
  const pairs = Object.entries(attributes).sort(([left], [right]) => compareBytes(left, right));
  return pairs.length === 0 ? '' : `[${pairs.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `\t${line}\n`).join('');
}

function sorted<T>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(([left], [right]) => compareBytes(left, right));
}
