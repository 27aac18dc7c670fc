import type { Value } from '../../document.js';
import { itemPath, keyPath } from '../../path.js';
import { isValueMap } from '../../value.js';
import type { Section } from '../section.js';

/** What a key of the OCI runtime specification holds. */
type Shape =
  | { readonly kind: 'text' | 'flag' | 'integer' | 'natural' }
  | { readonly kind: 'list' | 'map'; readonly of: Shape }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Shape> };

const text: Shape = { kind: 'text' };
const flag: Shape = { kind: 'flag' };
const integer: Shape = { kind: 'integer' };
const natural: Shape = { kind: 'natural' };
const list = (of: Shape): Shape => ({ kind: 'list', of });
const map = (of: Shape): Shape => ({ kind: 'map', of });
const fields = (shapes: Readonly<Record<string, Shape>>): Shape => ({
  kind: 'fields',
  fields: new Map(Object.entries(shapes)),
});

const capabilities = fields(
  Object.fromEntries(['bounding', 'effective', 'inheritable', 'permitted', 'ambient'].map((set) => [set, list(text)])),
);

/** The parts of the specification that overrides are written for; others are taken as they are. */
const specification = fields({
  ociVersion: text,
  hostname: text,
  domainname: text,
  annotations: map(text),
  process: fields({
    terminal: flag,
    args: list(text),
    commandLine: text,
    env: list(text),
    cwd: text,
    capabilities,
    rlimits: list(fields({ type: text, hard: natural, soft: natural })),
    noNewPrivileges: flag,
    apparmorProfile: text,
    oomScoreAdj: integer,
    selinuxLabel: text,
    user: fields({ uid: natural, gid: natural, umask: natural, additionalGids: list(natural), username: text }),
  }),
  root: fields({ path: text, readonly: flag }),
  mounts: list(fields({ destination: text, type: text, source: text, options: list(text) })),
  linux: fields({
    sysctl: map(text),
    cgroupsPath: text,
    namespaces: list(fields({ type: text, path: text })),
    rootfsPropagation: text,
    maskedPaths: list(text),
    readonlyPaths: list(text),
    mountLabel: text,
  }),
});

/** `machine.baseRuntimeSpecOverrides` must fit the specification that it changes. */
export function checkRuntimeSpec(machine: Section): void {
  const overrides = machine.sub('baseRuntimeSpecOverrides');
  if (overrides !== undefined) check(overrides, overrides.path, overrides.value, specification);
}

function check(section: Section, path: string, value: Value, shape: Shape): void {
  if (value === null) return;
  const expected = expectedInstead(value, shape);
  if (expected !== undefined) section.report.error(path, `a runtime specification has ${expected} here`);
  else if (Array.isArray(value) && shape.kind === 'list') {
    for (const [index, item] of value.entries()) check(section, itemPath(path, index), item, shape.of);
  } else if (isValueMap(value)) {
    for (const [key, item] of Object.entries(value)) {
      const inner = innerShape(shape, key);
      if (inner !== undefined) check(section, keyPath(path, key), item, inner);
    }
  }
}

function innerShape(shape: Shape, key: string): Shape | undefined {
  if (shape.kind === 'map') return shape.of;
  return shape.kind === 'fields' ? shape.fields.get(key) : undefined;
}

/** What ought to stand in place of the value; undefined where it fits. */
function expectedInstead(value: Value, { kind }: Shape): string | undefined {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? undefined : 'a text';
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'integer':
      return isInteger(value) ? undefined : 'a whole number';
    case 'natural':
      return isInteger(value) && value >= 0 ? undefined : 'a whole number from 0 on';
    case 'list':
      return Array.isArray(value) ? undefined : 'a list';
    case 'map':
    case 'fields':
      return isValueMap(value) ? undefined : 'a map';
  }
}

function isInteger(value: Value): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}
