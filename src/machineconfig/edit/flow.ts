import { emitYaml } from '../../yaml/emit.js';

/** A tree on one line, in YAML's flow style. */
export function flowText(tree: unknown): string {
  if (tree instanceof Map) {
    return `{${[...tree].map(([key, value]) => `${flowText(key)}: ${flowText(value)}`).join(', ')}}`;
  }
  if (Array.isArray(tree)) return `[${tree.map(flowText).join(', ')}]`;
  const block = emitYaml(tree).trimEnd();
  // What has a meaning between brackets, or several lines, is quoted.
  return typeof tree === 'string' && /[,[\]{}?\n]|:$/.test(block) && !block.startsWith("'")
    ? JSON.stringify(tree)
    : block;
}
