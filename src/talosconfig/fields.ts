import { TalosctlError } from '../errors/errors.js';
import { formatFile, formatPosition } from '../errors/position.js';
import { YamlError } from '../yaml/errors.js';
import { resolveAlias, type YamlNode, YamlSource } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';
import { presentNode } from '../yaml/plain.js';

/** Nodes of a mapping by key. */
export type Fields = Readonly<Record<string, YamlNode | undefined>>;

/** Turns the nodes of a file of one YAML document into values, complaining with their places. */
export class FieldReader {
  readonly #source: YamlSource;
  readonly #what: string;

  /**
   * @param file name for messages
   * @param what says in messages what the file was read as, with its article: `a talosconfig`
   */
  constructor(text: string, file: string, what: string) {
    this.#source = new YamlSource(text, file);
    this.#what = what;
  }

  /** The mapping that the file is; without fields where it is empty. */
  root(): Fields {
    const [document, second] = this.#documents();
    if (second !== undefined) {
      this.fail(second.root.start, `${this.#what} is one YAML document, and here begins another`);
    }
    return this.fields(document?.root, this.#what);
  }

  /** @param path of the node, for messages */
  fields(node: YamlNode | undefined, path: string): Fields {
    const mapping = presentNode(node);
    if (mapping === undefined) return {};
    if (mapping.kind !== 'mapping') this.fail(mapping.start, `${path} must be a mapping of keys to values`);
    const own = new Map<string, YamlNode>();
    let merged: Fields = {};
    for (const { key, value } of mapping.entries) {
      const word = resolveAlias(key);
      if (word.kind !== 'scalar') this.fail(key.start, `a key in ${path} must be a word`);
      else if (word.plain && word.text === '<<') merged = { ...merged, ...this.fields(value, path) };
      else if (own.has(word.text)) this.fail(key.start, `the key ${word.text} stands twice in ${path}`);
      else own.set(word.text, value);
    }
    return { ...merged, ...Object.fromEntries(own) };
  }

  /** A list of texts, without its empty items. */
  texts(node: YamlNode | undefined, path: string): readonly string[] {
    const list = presentNode(node);
    if (list === undefined) return [];
    if (list.kind !== 'sequence') return this.fail(list.start, `${path} must be a list, a line with a dash for each`);
    return list.items
      .filter((item) => presentNode(item) !== undefined)
      .map((item, at) => this.text(item, `${path}[${at}]`));
  }

  text(node: YamlNode | undefined, path: string): string {
    const scalar = presentNode(node);
    if (scalar === undefined) return '';
    return scalar.kind === 'scalar' ? scalar.text : this.fail(scalar.start, `${path} must be a text`);
  }

  /** @param offset of the node that is wrong */
  fail(offset: number, message: string): never {
    throw this.#error(this.#source.position(offset), message);
  }

  #documents() {
    try {
      return parseYaml(this.#source);
    } catch (error) {
      if (error instanceof YamlError) throw this.#error(error.position, error.reason);
      throw error;
    }
  }

  #error(position: ReturnType<YamlSource['position']>, message: string): TalosctlError {
    return new TalosctlError(`${formatPosition(position)}: ${message}`, {
      hint: `${formatFile(this.#source.file ?? '-')} was read as ${this.#what}`,
    });
  }
}
