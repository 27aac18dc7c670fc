import { parse } from 'yaml';
import { documentKinds, mainKind } from './model/model.js';
import type { DocumentKind, Field, FieldType, StructType } from './model/types.js';
import type { JsonSchema } from './scalars/form.js';

/** The JSON schema of a document of any kind, for editors. */
export function configSchema(): JsonSchema {
  const builder = new SchemaBuilder();
  const kinds = documentKinds.map((kind) => builder.kind(kind));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Talos machine configuration, version 1.13',
    oneOf: kinds,
    definitions: builder.definitions,
  };
}

class SchemaBuilder {
  readonly definitions: Record<string, JsonSchema> = {};

  kind(kind: DocumentKind): JsonSchema {
    const own = this.#struct(kind.type, { required: kind.required, description: kind.doc });
    return kind === mainKind ? own : { ...own, description: `${kind.doc} Since Talos ${kind.since}.` };
  }

  #struct(type: StructType, extra: JsonSchema = {}): JsonSchema {
    if (!Object.hasOwn(this.definitions, type.name)) {
      this.definitions[type.name] = {};
      this.definitions[type.name] = {
        type: 'object',
        ...extra,
        properties: Object.fromEntries(type.fields.map((field) => [field.name, this.#field(field)])),
        additionalProperties: false,
      };
    }
    return { $ref: `#/definitions/${type.name}` };
  }

  #field(field: Field): JsonSchema {
    const since = field.since === undefined ? '' : ` Since Talos ${field.since}.`;
    const inner = this.#type(field.type);
    const described = {
      description: field.doc + since,
      ...(field.example === undefined ? {} : { examples: [parse(field.example) as unknown] }),
      ...(field.values === undefined ? {} : { enum: field.values }),
      ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
    };
    // Draft 7 ignores what stands beside a $ref.
    return '$ref' in inner ? { ...described, allOf: [inner] } : { ...inner, ...described };
  }

  #type(type: FieldType): JsonSchema {
    switch (type.kind) {
      case 'optional':
        return this.#type(type.of);
      case 'scalar':
        return type.form.schema;
      case 'argument':
        return { type: ['string', 'number', 'boolean', 'array'], items: { type: ['string', 'number', 'boolean'] } };
      case 'list':
        return { type: 'array', items: this.#type(type.of) };
      case 'map':
        return { type: 'object', additionalProperties: this.#mapValue(type.of) };
      case 'struct':
        return this.#struct(type);
      case 'free':
        return { type: 'object' };
    }
  }

  /** Numbers and booleans in maps of strings are read as their text. */
  #mapValue(type: FieldType): JsonSchema {
    const schema = this.#type(type);
    return schema.type === 'string' && Object.keys(schema).length === 1
      ? { type: ['string', 'number', 'boolean'] }
      : schema;
  }
}
