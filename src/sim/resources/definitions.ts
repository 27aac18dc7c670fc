import { definitionLines } from './specs/definitions.js';

/** A registered resource type, as `get rd` shows it. */
export interface ResourceDefinition {
  readonly type: string;
  readonly displayType: string;
  readonly defaultNamespace: string;
  readonly aliases: readonly string[];
  readonly allAliases: readonly string[];
  readonly skipAutomaticAliases: boolean;
  readonly printColumns: readonly { readonly name: string; readonly jsonPath: string }[];
  readonly sensitivity: '' | 'sensitive';
}

/** Every type that a node registers. */
export function readDefinitions(): readonly ResourceDefinition[] {
  return definitionLines
    .split('\n')
    .filter((line) => line !== '')
    .map(readDefinition);
}

function readDefinition(line: string): ResourceDefinition {
  const [head = '', ...columns] = line.split(' | ');
  const [type = '', displayType = '', namespace = '', ...words] = head.split(' ');
  const skipAutomaticAliases = words[0] === 'only';
  const aliases = skipAutomaticAliases ? words.slice(1) : words;
  const parts = type.toLowerCase().split('.');
  const automatic = skipAutomaticAliases
    ? []
    : parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('.'));
  return {
    type,
    displayType,
    defaultNamespace: namespace.replace('!', ''),
    aliases,
    allAliases: [...automatic, ...aliases],
    skipAutomaticAliases,
    printColumns: columns.map((column) => {
      const [name = '', jsonPath = ''] = column.split(' = ');
      return { name, jsonPath };
    }),
    sensitivity: namespace.endsWith('!') ? 'sensitive' : '',
  };
}
