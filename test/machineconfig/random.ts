import { documentKinds, mainKind } from '../../src/machineconfig/model/model.js';
import type { DocumentKind, FieldType, ScalarType, StructType } from '../../src/machineconfig/model/types.js';

/** Numbers from 0 to 1 that follow from the seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const texts = [
  'a',
  '',
  'two words',
  '1.20',
  'yes',
  'null',
  '# x',
  "it's",
  'x: y',
  'a\nb\n',
  ' lead\nx',
  'é',
  '😀',
  '\t',
  '-',
  '{',
];

/** A sample of every form of scalar, by the start of its name. */
const samples: readonly (readonly [string, readonly unknown[]])[] = [
  ['a string', texts],
  ['a manifest', texts],
  ['a CEL', texts],
  ['true or false', [true, false]],
  ['a whole number', [0, 1, 255]],
  ['a duration', ['5m', '0', '1.5s']],
  ['an IP address', ['10.0.0.1', 'fd00::1']],
  ['a network', ['10.0.0.0/8', 'fd00::/64']],
  ['an address with a port', ['1.2.3.4:80', '[fd00::1]:1']],
  ['a hardware address', ['aa:bb:cc:00:11:22', '']],
  ['a port', [80, '100-200']],
  ['a URL', ['https://a.example:1/b', 'udp://[fd00::1]:514']],
  ['base64', ['aGk=', '']],
  ['a size', ['10GiB', '4096', '1.5 GB']],
  ['a comparison', ['>= 1GB']],
  ['permissions', [420, 0]],
];

/** Documents, as plain data that JSON can write, drawn from the model by chance. */
export class RandomConfig {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#next() * items.length)] as T;
  }

  kind(): DocumentKind {
    return this.#next() < 0.4 ? mainKind : this.pick(documentKinds);
  }

  /** A document of the kind; `density` is the share of fields that are set. */
  document(kind: DocumentKind, density: number): Record<string, unknown> {
    const header =
      kind === mainKind ? { version: 'v1alpha1', machine: {} } : { apiVersion: 'v1alpha1', kind: kind.kind };
    return { ...this.#struct(kind.type, density), ...header, ...(kind.named ? { name: 'one' } : {}) };
  }

  #struct(type: StructType, density: number): Record<string, unknown> {
    const set = type.fields.filter(({ name }) => this.#next() < density && name !== 'kind' && name !== 'apiVersion');
    return Object.fromEntries(set.map((field) => [field.name, this.#value(field.type, density)]));
  }

  #value(type: FieldType, density: number): unknown {
    switch (type.kind) {
      case 'optional':
        return this.#value(type.of, density);
      case 'scalar':
        return this.#scalar(type);
      case 'argument':
        return this.#next() < 0.5 ? this.pick(texts) : [this.pick(texts)];
      case 'list':
        return this.#times(() => this.#value(type.of, density));
      case 'map':
        return Object.fromEntries(
          this.#times(() => [this.pick(['a', 'k10', 'k9', 'on', 'x/y', '1']), this.#value(type.of, density)]),
        );
      case 'struct':
        return this.#struct(type, density);
      case 'free':
        return { a: this.#free(0), on: this.#free(0), k2: this.#free(0) };
    }
  }

  #times<T>(make: () => T): T[] {
    return Array.from({ length: Math.floor(this.#next() * 3) }, make);
  }

  #scalar({ form }: ScalarType): unknown {
    const words = form.schema['enum'];
    if (Array.isArray(words)) return this.pick(words);
    const found = samples.filter(([name]) => form.name.startsWith(name)).at(-1);
    if (found === undefined) throw new Error(`no sample of ${form.name}`);
    return this.pick(found[1]);
  }

  #free(depth: number): unknown {
    const choice = depth > 2 ? 0 : this.#next();
    if (choice < 0.6) return this.pick<unknown>([0, 1.5, 1e21, true, false, null, ...texts]);
    if (choice < 0.8) return this.#times(() => this.#free(depth + 1));
    return { b: this.#free(depth + 1), a: this.#free(depth + 1) };
  }
}
