import { isDeepStrictEqual } from 'node:util';
import { type YamlNode, YamlSource } from '../../../yaml/node.js';
import { parseYaml } from '../../../yaml/parse.js';

/** A node without its place, so that two can be compared: keys in any order, scalars by text and meaning. */
function comparable(node: YamlNode): unknown {
  switch (node.kind) {
    case 'alias':
      return comparable(node.target);
    case 'mapping':
      return new Map(node.entries.map(({ key, value }) => [JSON.stringify(comparable(key)), comparable(value)]));
    case 'sequence':
      return node.items.map(comparable);
    case 'scalar':
      return [node.text, node.plain && node.tag !== '!!str'];
  }
}

/** Whether two configurations say the same: comments, blank lines, the order of keys and the style do not count. */
export function sameConfig(left: string, right: string): boolean {
  if (left === right) {
    return true;
  }
  try {
    const [leftDocuments, rightDocuments] = [left, right].map((text) =>
      parseYaml(new YamlSource(text)).map(({ root }) => comparable(root)),
    );
    return isDeepStrictEqual(leftDocuments, rightDocuments);
  } catch {
    // What cannot be read cannot be the same as something that runs.
    return false;
  }
}

/** Whether a text holds no configuration at all, only comments and blank lines. */
export function isEmptyConfig(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#.*|---.*|\.\.\.)?$/.test(line));
}
