import { TalosctlError } from '../errors/errors.js';
import { formatFile, formatPosition } from '../errors/position.js';
import { YamlError } from '../yaml/errors.js';
import { type YamlDocument, type YamlNode, YamlSource } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';
import { plainValue, presentNode, resolveAlias } from '../yaml/plain.js';
import type { TalosconfigContent, TalosconfigContext } from './talosconfig.js';

/**
 * Reads the text of a client configuration file. An empty text is an empty configuration.
 * @param file name for messages
 * @throws TalosctlError with file, line and column
 */
export function parseTalosconfig(text: string, file: string): TalosconfigContent {
  return new Reader(new YamlSource(text, file)).content();
}

/** Nodes of a mapping by key. */
type Fields = Readonly<Record<string, YamlNode | undefined>>;

/** Turns the nodes of one text into values, complaining with their places. */
class Reader {
  readonly #source: YamlSource;

  constructor(source: YamlSource) {
    this.#source = source;
  }

  content(): TalosconfigContent {
    const [document, second] = this.#documents();
    if (second !== undefined) {
      this.#fail(second.root.start, 'a talosconfig is one YAML document, and here begins another');
    }
    const { context, contexts, ...unknown } = this.#fields(document?.root, 'a talosconfig');
    const entries = Object.entries(this.#fields(contexts, 'contexts'));
    return {
      context: this.#text(context, 'context'),
      contexts: new Map(entries.map(([name, node]) => [name, this.#context(node, `contexts.${name}`)])),
      ...this.#unknownKeys(unknown),
    };
  }

  #documents(): readonly YamlDocument[] {
    try {
      return parseYaml(this.#source);
    } catch (error) {
      if (error instanceof YamlError) throw this.#error(error.position, error.reason);
      throw error;
    }
  }

  #context(node: YamlNode | undefined, path: string): TalosconfigContext {
    const { endpoints, nodes, ca, crt, key, cluster, auth, target, ...unknown } = this.#fields(node, path);
    const text = (field: YamlNode | undefined, name: string) => this.#text(field, `${path}.${name}`) || undefined;
    const authentication = presentNode(auth);
    // The first versions of the file had one `target` in place of the endpoints.
    const oldEndpoint = text(target, 'target');
    return {
      endpoints: [...this.#texts(endpoints, `${path}.endpoints`), ...(oldEndpoint === undefined ? [] : [oldEndpoint])],
      nodes: this.#texts(nodes, `${path}.nodes`),
      ca: text(ca, 'ca'),
      crt: text(crt, 'crt'),
      key: text(key, 'key'),
      cluster: text(cluster, 'cluster'),
      auth: authentication && plainValue(authentication),
      ...this.#unknownKeys(unknown),
    };
  }

  #unknownKeys(fields: Fields): Pick<TalosconfigContent, 'unknownKeys'> {
    const keys = Object.entries(fields).map(([key, node]): [string, unknown] => [key, node && plainValue(node)]);
    return keys.length === 0 ? {} : { unknownKeys: new Map(keys) };
  }

  #fields(node: YamlNode | undefined, path: string): Fields {
    const mapping = presentNode(node);
    if (mapping === undefined) return {};
    if (mapping.kind !== 'mapping') this.#fail(mapping.start, `${path} must be a mapping of keys to values`);
    const own = new Map<string, YamlNode>();
    let merged: Fields = {};
    for (const { key, value } of mapping.entries) {
      const word = resolveAlias(key);
      if (word.kind !== 'scalar') this.#fail(key.start, `a key in ${path} must be a word`);
      else if (word.plain && word.text === '<<') merged = { ...merged, ...this.#fields(value, path) };
      else if (own.has(word.text)) this.#fail(key.start, `the key ${word.text} stands twice in ${path}`);
      else own.set(word.text, value);
    }
    return { ...merged, ...Object.fromEntries(own) };
  }

  #texts(node: YamlNode | undefined, path: string): readonly string[] {
    const list = presentNode(node);
    if (list === undefined) return [];
    if (list.kind !== 'sequence') return this.#fail(list.start, `${path} must be a list, a line with a dash for each`);
    return list.items
      .filter((item) => presentNode(item) !== undefined)
      .map((item, at) => this.#text(item, `${path}[${at}]`));
  }

  #text(node: YamlNode | undefined, path: string): string {
    const scalar = presentNode(node);
    if (scalar === undefined) return '';
    return scalar.kind === 'scalar' ? scalar.text : this.#fail(scalar.start, `${path} must be a text`);
  }

  #fail(offset: number, message: string): never {
    throw this.#error(this.#source.position(offset), message);
  }

  #error(position: ReturnType<YamlSource['position']>, message: string): TalosctlError {
    const hint = `${formatFile(this.#source.file ?? '-')} was read as the client configuration (talosconfig)`;
    return new TalosctlError(`${formatPosition(position)}: ${message}`, { hint });
  }
}
