import { TalosctlError } from '../errors/errors.js';
import type { Resource } from './resource.js';
import { list, text } from './spec-fields.js';

export interface PrintColumn {
  readonly name: string;
  readonly jsonPath: string;
}

/** What a node tells about a type of resource. */
export interface ResourceDefinition {
  /** The type in lower case, `members.cluster.talos.dev`. */
  readonly id: string;
  readonly type: string;
  readonly displayType: string;
  readonly defaultNamespace: string;
  /** The short names, as `get rd` shows them. */
  readonly aliases: readonly string[];
  /** All names that stand for the type, its own shortened ones included. */
  readonly allAliases: readonly string[];
  readonly printColumns: readonly PrintColumn[];
  /** `sensitive` where only an os:admin may read. */
  readonly sensitivity: string;
  /** Whether a word in lower case is found in what the node tells of the type, which takes less than reading it. */
  mentions(word: string): boolean;
}

/** Where a node keeps its resource definitions. */
export const definitionKind = { namespace: 'meta', type: 'ResourceDefinitions.meta.cosi.dev' } as const;

/** Reads a definition out of its resource, when it is looked at: a node has hundreds, and a command needs one. */
export function decodeDefinition(resource: Resource): ResourceDefinition {
  return new DecodedDefinition(resource);
}

class DecodedDefinition implements ResourceDefinition {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  get id(): string {
    return this.#resource.metadata.id;
  }

  get type(): string {
    return text(this.#resource.spec(), 'type');
  }

  get displayType(): string {
    return text(this.#resource.spec(), 'displayType');
  }

  get defaultNamespace(): string {
    return text(this.#resource.spec(), 'defaultNamespace');
  }

  get aliases(): readonly string[] {
    return list(this.#resource.spec(), 'aliases').map(String);
  }

  get allAliases(): readonly string[] {
    return list(this.#resource.spec(), 'allAliases').map(String);
  }

  get printColumns(): readonly PrintColumn[] {
    return list(this.#resource.spec(), 'printColumns').map((column) => ({
      name: text(column, 'name'),
      jsonPath: text(column, 'jsonPath'),
    }));
  }

  get sensitivity(): string {
    return text(this.#resource.spec(), 'sensitivity');
  }

  mentions(word: string): boolean {
    return this.id === word || this.#resource.specText.toLowerCase().includes(word);
  }
}

/** The words that mean a type and no other, shortest first, to offer in place of an ambiguous one. */
function ownNames(definition: ResourceDefinition, all: readonly ResourceDefinition[]): readonly string[] {
  const names = new Set([...definition.allAliases, definition.id].map((name) => name.toLowerCase()));
  for (const other of all) {
    if (other !== definition) {
      for (const name of [...other.allAliases, other.id]) {
        names.delete(name.toLowerCase());
      }
    }
  }
  return [...names].sort((left, right) => left.length - right.length);
}

/** Types whose names begin with or contain the word, for someone who has almost found theirs. */
function similar(word: string, definitions: readonly ResourceDefinition[]): readonly string[] {
  const wanted = word.toLowerCase();
  const stem = wanted.replace(/(?:es|s)$/, '');
  const hits = definitions.filter((definition) =>
    [...definition.allAliases, definition.id].some(
      (name) => name.toLowerCase().includes(stem) || wanted.startsWith(name.toLowerCase()),
    ),
  );
  return stem.length < 3 ? [] : hits.slice(0, 5).map((definition) => definition.allAliases[0] ?? definition.id);
}

/**
 * Finds the type that a word stands for: a full type or one of its aliases, in any case. Throws TalosctlError where the
 * word means several types or none.
 */
export function resolveDefinition(word: string, definitions: readonly ResourceDefinition[]): ResourceDefinition {
  const wanted = word.toLowerCase();
  const matches = definitions.filter(
    (definition) =>
      definition.mentions(wanted) &&
      [definition.id, ...definition.allAliases].some((name) => name.toLowerCase() === wanted),
  );
  const [match, ...others] = matches;
  if (match === undefined) {
    const near = similar(word, definitions);
    throw new TalosctlError(`the node knows no resource type "${word}"`, {
      hint: `${near.length > 0 ? `did you mean ${near.join(', ')}? ` : ''}\`talosctl get rd\` lists all types and their short names`,
    });
  }
  if (others.length > 0) {
    const choices = matches.map((definition) => ownNames(definition, definitions)[0] ?? definition.id);
    throw new TalosctlError(
      `"${word}" is short for ${matches.length} resource types: ${matches.map(({ id }) => id).join(', ')}`,
      { hint: `say which one: ${choices.join(', ')}` },
    );
  }
  return match;
}
