import type { PlainMap, PlainValue } from '../render/value.js';
import { emitYaml, PlainScalar } from '../yaml/emit.js';
import { YamlSource } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';
import { isBareMachineConfig } from './machine-config.js';
import { plainScalarValue } from './read.js';
import type { Resource, ResourceMetadata } from './resource.js';

type MetadataEntry = readonly [key: string, value: string | readonly string[] | ReadonlyMap<string, string>];

/** The metadata in the order in which it is written; what is empty is left out. */
function metadataEntries(metadata: ResourceMetadata): readonly MetadataEntry[] {
  return [
    ['namespace', metadata.namespace],
    ['type', metadata.type],
    ['id', metadata.id],
    ['version', metadata.version],
    ['owner', metadata.owner],
    ['phase', metadata.phase],
    ['created', metadata.created],
    ['updated', metadata.updated],
    ...(metadata.labels.size > 0 ? ([['labels', metadata.labels]] as const) : []),
    ...(metadata.annotations.size > 0 ? ([['annotations', metadata.annotations]] as const) : []),
    ...(metadata.finalizers.length > 0 ? ([['finalizers', metadata.finalizers]] as const) : []),
  ];
}

type Converted<T> = T | readonly T[] | ReadonlyMap<string, T>;

function mapScalars<T>(entries: readonly MetadataEntry[], convert: (text: string) => T): Map<string, Converted<T>> {
  return new Map(
    entries.map(([key, value]): [string, Converted<T>] => {
      if (typeof value === 'string') {
        return [key, convert(value)];
      }
      return [
        key,
        isList(value) ? value.map(convert) : new Map([...value].map(([name, text]) => [name, convert(text)])),
      ];
    }),
  );
}

function isList(value: MetadataEntry[1]): value is readonly string[] {
  return Array.isArray(value);
}

/** Texts that YAML reads back unchanged when they stand without quotes. */
const bare = /^(?:[A-Za-z\d/._+][\w/.@+%=,-]*(?::[\w/.@+%=,-]+)*)?$/;

/** Metadata is written bare wherever that is possible, also where it then looks like a number. */
function bareScalar(text: string): string | PlainScalar {
  return bare.test(text) ? new PlainScalar(text) : text;
}

/** Every line that is not empty, one level further in. */
function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

/**
 * The YAML of the spec under its key. A node writes specs in the very form in which resources are shown, so moving the
 * lines keeps them to the letter: those of a block by one level, a lone scalar or an empty collection not at all.
 */
function specYaml(resource: Resource): string {
  if (isBareMachineConfig(resource)) {
    return emitYaml({ spec: resource.specText });
  }
  const source = new YamlSource(resource.specText);
  const [document] = parseYaml(source);
  if (document === undefined) {
    return 'spec: null\n';
  }
  const { root } = document;
  const block = (root.kind === 'mapping' || root.kind === 'sequence') && !root.flow;
  const text = source.text.slice(document.start, document.end).replace(/\n?$/, '\n');
  return block ? `spec:\n${indent(text)}` : `spec: ${text}`;
}

/** A resource as YAML, without what a command adds to it. */
export function resourceYaml(resource: Resource): string {
  return emitYaml({ metadata: mapScalars(metadataEntries(resource.metadata), bareScalar) }) + specYaml(resource);
}

/** A resource as data, with the values that its YAML stands for. */
export function resourceData(resource: Resource): PlainMap {
  return new Map<string, PlainValue>([
    ['metadata', mapScalars(metadataEntries(resource.metadata), plainScalarValue)],
    ['spec', isBareMachineConfig(resource) ? resource.specText : resource.spec()],
  ]);
}
