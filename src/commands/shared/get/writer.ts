import type { ResourceEvent } from '../../../client/state.js';
import { printableText } from '../../../errors/control-characters.js';
import { TalosctlError, UsageError } from '../../../errors/errors.js';
import { encodeJson } from '../../../render/json.js';
import { type JsonPath, parseJsonPath } from '../../../render/jsonpath/jsonpath.js';
import { type Sink, TableWriter } from '../../../render/table.js';
import type { PlainMap } from '../../../render/value.js';
import type { ResourceDefinition } from '../../../resources/definition.js';
import { resourceData, resourceYaml } from '../../../resources/document.js';
import type { Resource } from '../../../resources/resource.js';
import type { Output } from '../../../terminal/streams.js';

/** A resource to show. `event` is set while watching. */
export interface ShownResource {
  /** Empty where the node needs no name. */
  readonly node: string;
  readonly resource: Resource;
  readonly event?: ResourceEvent['type'] | undefined;
}

/** Shows resources of one type in the format asked for. */
export interface ResourceWriter {
  begin(definition: ResourceDefinition, withEvents: boolean): void;
  write(shown: ShownResource): Promise<void>;
  /** Shows what is held back for the sake of columns. */
  flush(): Promise<void>;
}

/** Makes the writer for a value of `--output`. Throws UsageError where there is no such format. */
export function createWriter(format: string, output: Output): ResourceWriter {
  const sink: Sink = output.isTerminal ? { write: (chunk) => output.write(printableText(chunk)) } : output;
  const path = /^jsonpath=(.*)$/s.exec(format)?.[1];
  if (path !== undefined) {
    return new JsonPathWriter(sink, parseJsonPath(path));
  }
  switch (format) {
    case 'table':
      return new ResourceTable(sink);
    case 'yaml':
      return new YamlWriter(sink);
    case 'json':
      return new JsonWriter(sink);
    default:
      throw new UsageError(
        `there is no output format "${format}"; there are table, yaml, json and jsonpath=<template>`,
      );
  }
}

const marks: Readonly<Record<ResourceEvent['type'], string>> = {
  created: '+',
  updated: ' ',
  destroyed: '-',
  bootstrapped: '',
  noop: '',
};

class ResourceTable implements ResourceWriter {
  readonly #table: TableWriter;
  #displayType = '';
  #columns: readonly { readonly name: string; readonly path: JsonPath }[] = [];

  constructor(sink: Sink) {
    this.#table = new TableWriter(sink);
  }

  begin(definition: ResourceDefinition, withEvents: boolean): void {
    this.#displayType = definition.displayType;
    this.#columns = definition.printColumns.map(({ name, jsonPath }) => ({ name, path: parseJsonPath(jsonPath) }));
    this.#table.row([
      'NODE',
      ...(withEvents ? ['*'] : []),
      ...['NAMESPACE', 'TYPE', 'ID', 'VERSION'],
      ...this.#columns.map(({ name }) => name.toUpperCase()),
    ]);
  }

  write({ node, resource, event }: ShownResource): Promise<void> {
    const { namespace, id, version } = resource.metadata;
    this.#table.row([
      node,
      ...(event === undefined ? [] : [marks[event]]),
      ...[namespace, this.#displayType, id, version],
      ...this.#columns.map(({ name, path }) => this.#cell(resource, name, path)),
    ]);
    return Promise.resolve();
  }

  flush(): Promise<void> {
    return this.#table.flush();
  }

  #cell(resource: Resource, column: string, path: JsonPath): string {
    try {
      return path.inline(resource.spec());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TalosctlError(`${this.#displayType} ${resource.metadata.id}, column ${column}: ${reason}`, {
        cause: error,
        hint: '-o yaml shows the whole resource',
      });
    }
  }
}

class YamlWriter implements ResourceWriter {
  readonly #sink: Sink;
  #separator = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  begin(): void {}

  async write({ node, resource, event }: ShownResource): Promise<void> {
    const eventLine = event === undefined ? '' : `event: ${event}\n`;
    await this.#sink.write(`${this.#separator}node: ${node}\n${eventLine}${resourceYaml(resource)}`);
    this.#separator = '---\n';
  }

  async flush(): Promise<void> {}
}

/** The resource as data, with the node and the event beside its metadata and spec. */
function shownData({ node, resource, event }: ShownResource): PlainMap {
  return new Map([
    ...resourceData(resource),
    ['node', node] as const,
    ...(event === undefined ? [] : [['event', event] as const]),
  ]);
}

class JsonWriter implements ResourceWriter {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  begin(): void {}

  async write(shown: ShownResource): Promise<void> {
    await this.#sink.write(`${encodeJson(shownData(shown))}\n`);
  }

  async flush(): Promise<void> {}
}

class JsonPathWriter implements ResourceWriter {
  readonly #sink: Sink;
  readonly #path: JsonPath;

  constructor(sink: Sink, path: JsonPath) {
    this.#sink = sink;
    this.#path = path;
  }

  begin(): void {}

  async write(shown: ShownResource): Promise<void> {
    await this.#sink.write(this.#path.lines(shownData(shown)));
  }

  async flush(): Promise<void> {}
}
