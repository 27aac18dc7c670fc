/** The headings under which the program's help lists its commands. */
export interface Heading {
  readonly title: string;
  /** Whether the command with this first word stands under the heading. */
  holds(word: string): boolean;
}

const offline = new Set(['gen', 'inject', 'machineconfig', 'validate']);
const local = new Set(['cluster']);
const additional = new Set(['completion', 'help']);

export const headings: readonly Heading[] = [
  {
    title: 'Manage running Talos clusters:',
    holds: (word) => !offline.has(word) && !local.has(word) && !additional.has(word),
  },
  { title: 'Generate and check machine configuration, without a node:', holds: (word) => offline.has(word) },
  { title: 'Local Talos clusters:', holds: (word) => local.has(word) },
  { title: 'Additional Commands:', holds: (word) => additional.has(word) },
];
