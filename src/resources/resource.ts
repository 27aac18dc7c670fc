import { TalosctlError } from '../errors/errors.js';
import type { Resource as ResourceMessage } from '../gen/v1alpha1/resource.js';
import { compareBytes } from '../render/json.js';
import { formatTimestamp } from '../render/times.js';
import type { PlainValue } from '../render/value.js';
import { readPlainYaml } from './read.js';

export interface ResourceMetadata {
  readonly namespace: string;
  /** Full type, `Members.cluster.talos.dev`. */
  readonly type: string;
  readonly id: string;
  /** A number as text, or `undefined` for a resource that is not there. */
  readonly version: string;
  readonly owner: string;
  /** `running` or `tearingDown`. */
  readonly phase: string;
  /** RFC 3339, UTC, whole seconds. */
  readonly created: string;
  readonly updated: string;
  /** Sorted by key, as are the annotations. */
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly finalizers: readonly string[];
}

/** A resource of a node's state. */
export class Resource {
  readonly metadata: ResourceMetadata;
  /** The spec as YAML, as the node wrote it; empty for a resource that is not there. */
  readonly specText: string;
  #spec: { readonly value: PlainValue } | undefined;

  constructor(metadata: ResourceMetadata, specText: string) {
    this.metadata = metadata;
    this.specText = specText;
  }

  /** The spec as data. Throws TalosctlError where the node's text is no YAML. */
  spec(): PlainValue {
    this.#spec ??= { value: this.#read() };
    return this.#spec.value;
  }

  #read(): PlainValue {
    try {
      return readPlainYaml(this.specText);
    } catch (error) {
      const { type, id } = this.metadata;
      throw new TalosctlError(
        `the node sent a spec of ${type} ${id} that cannot be read: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    }
  }
}

function sorted(entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(entries).sort(([left], [right]) => compareBytes(left, right)));
}

/** Takes a resource out of a message of the state API. Throws TalosctlError when the message lacks its metadata. */
export function decodeResource(message: ResourceMessage | undefined): Resource {
  const metadata = message?.metadata;
  if (metadata === undefined) {
    throw new TalosctlError('the node sent a resource without metadata');
  }
  return new Resource(
    {
      namespace: metadata.namespace,
      type: metadata.type,
      id: metadata.id,
      version: metadata.version,
      owner: metadata.owner,
      phase: metadata.phase,
      created: formatTimestamp(metadata.created),
      updated: formatTimestamp(metadata.updated),
      labels: sorted(metadata.labels),
      annotations: sorted(metadata.annotations),
      finalizers: metadata.finalizers,
    },
    message?.spec?.yamlSpec ?? '',
  );
}
