import { TalosctlError } from '../../errors/errors.js';
import { formatPosition } from '../../errors/position.js';
import { YamlError } from '../../yaml/errors.js';
import { resolveAlias, type YamlNode, YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { plainValue, presentNode } from '../../yaml/plain.js';
import { type Fields, type Kubeconfig, type Section, sections } from './kubeconfig.js';

/**
 * Reads a kubeconfig. An empty text is an empty one.
 * @param file name for messages
 * @throws TalosctlError with file, line and column
 */
export function parseKubeconfig(text: string, file: string): Kubeconfig {
  return new Reader(new YamlSource(text, file)).kubeconfig();
}

class Reader {
  readonly #source: YamlSource;

  constructor(source: YamlSource) {
    this.#source = source;
  }

  kubeconfig(): Kubeconfig {
    const nodes = this.#entries(this.#root(), 'a kubeconfig');
    const clusters = this.#section('clusters', nodes);
    const users = this.#section('users', nodes);
    const contexts = this.#section('contexts', nodes);
    const current = presentNode(nodes.get('current-context'));
    for (const known of ['apiVersion', 'kind', 'clusters', 'users', 'contexts', 'current-context']) nodes.delete(known);
    return {
      clusters,
      users,
      contexts,
      currentContext: current?.kind === 'scalar' ? current.text : '',
      otherKeys: new Map([...nodes].map(([key, node]) => [key, plainValue(node)])),
    };
  }

  #root(): YamlNode | undefined {
    try {
      const [first, second] = parseYaml(this.#source);
      if (second !== undefined) return this.#fail(second.root, 'a kubeconfig is one document, and here begins another');
      return first?.root;
    } catch (error) {
      if (error instanceof YamlError) throw new TalosctlError(`${formatPosition(error.position)}: ${error.reason}`);
      throw error;
    }
  }

  #section(section: Section, nodes: ReadonlyMap<string, YamlNode>): ReadonlyMap<string, Fields> {
    const list = presentNode(nodes.get(section));
    if (list === undefined) return new Map();
    if (list.kind !== 'sequence') return this.#fail(list, `${section} must be a list`);
    const entries = new Map<string, Fields>();
    for (const [index, item] of list.items.entries()) {
      const path = `${section}[${index}]`;
      const entry = this.#entries(item, path);
      const name = presentNode(entry.get('name'));
      if (name?.kind !== 'scalar') return this.#fail(item, `${path} has no name`);
      // kubectl refuses such a file too; writing it would lose one of them.
      if (entries.has(name.text)) return this.#fail(name, `${section} has ${JSON.stringify(name.text)} twice`);
      const content = this.#entries(entry.get(sections[section]), `${path}.${sections[section]}`);
      entries.set(name.text, new Map([...content].map(([key, node]) => [key, plainValue(node)])));
    }
    return entries;
  }

  #entries(node: YamlNode | undefined, path: string): Map<string, YamlNode> {
    const mapping = presentNode(node);
    if (mapping === undefined) return new Map();
    if (mapping.kind !== 'mapping') return this.#fail(mapping, `${path} must be a mapping of keys to values`);
    return new Map(
      mapping.entries.map(({ key, value }) => {
        const word = resolveAlias(key);
        return [word.kind === 'scalar' ? word.text : this.#fail(word, `a key in ${path} must be a word`), value];
      }),
    );
  }

  #fail(node: YamlNode, message: string): never {
    throw new TalosctlError(`${formatPosition(this.#source.position(node.start))}: ${message}`);
  }
}
