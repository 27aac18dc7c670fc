import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { JsonMap } from './object.js';
import { apiVersionOf, type ResourceType } from './types.js';

/*
 * The OpenAPI document in version 2: which types can be patched, and with which parameters. Clients read from it whether
 * the server checks fields and plays changes through; what it does not describe, they do not check themselves.
 */

/** What clients in Go ask for, and what they are told that they got: the former is no well-formed media type. */
export const openApiAccept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
export const openApiType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

const kindExtension = 'x-kubernetes-group-version-kind';
const parameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'];

export function openApiDocument(types: readonly ResourceType[], version: string): JsonMap {
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: `v${version}` },
    paths: Object.fromEntries(
      types.map((type) => [
        objectPath(type),
        {
          patch: {
            operationId: `patch${type.kind}`,
            parameters: parameters.map((name) => ({ name, in: 'query', type: 'string', uniqueItems: true })),
            [kindExtension]: kindOf(type),
          },
        },
      ]),
    ),
  };
}

/** The same as the message `openapi.v2.Document`. */
export function encodeOpenApi(types: readonly ResourceType[], version: string): Buffer {
  const query = parameters.map((name) =>
    message([1, message([2, message([3, message([2, 'query'], [4, name], [6, 'string'])])])]),
  );
  const paths = types.map((type) => {
    const kind = message([1, kindExtension], [2, message([2, JSON.stringify(kindOf(type))])]);
    const patch = message([5, `patch${type.kind}`], ...query.map((parameter): Field => [8, parameter]), [13, kind]);
    return message([1, objectPath(type)], [2, message([8, patch])]);
  });
  const info = message([1, 'Kubernetes'], [2, `v${version}`]);
  const document = message([1, '2.0'], [2, info], [8, message(...paths.map((path): Field => [2, path]))]);
  return Buffer.from(document);
}

type Field = readonly [number: number, value: string | Uint8Array];

function message(...fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    writer.tag(number, WireType.LengthDelimited);
    if (typeof value === 'string') writer.string(value);
    else writer.bytes(value);
  }
  return writer.finish();
}

function objectPath(type: ResourceType): string {
  const root = type.group === '' ? '/api' : '/apis';
  const namespace = type.namespaced ? '/namespaces/{namespace}' : '';
  return `${root}/${apiVersionOf(type)}${namespace}/${type.plural}/{name}`;
}

function kindOf({ group, version, kind }: ResourceType): JsonMap {
  return { group, version, kind };
}
