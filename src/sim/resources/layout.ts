import { specEnums, specFlags } from './specs/enums.js';
import { specTexts } from './specs/index.js';

/*
 * The layouts of resource specs: what a spec's fields are called in YAML, in which order a node prints them, and how they
 * are encoded in protobuf. One table for both forms, in the texts of specs/:
 *
 *   MemberSpec = Members.cluster.talos.dev      a message, and the resource types whose spec it is
 *     4 machineType #MachineType                field number (0: not sent in protobuf), YAML name, kind
 *     6 controlPlane *ControlPlane?
 *
 * A name of `~` stands for the value itself (an inlined field, or a spec that is no map). Kinds:
 *
 *   string bool int double                      scalars; int is every integer
 *   text base64 bytes hwaddr                    bytes, in YAML as text, base64, a list of numbers, `aa:bb:…`
 *   ip prefix ipport url duration time cel      values with a text form of their own; a url is a map in YAML
 *   struct yaml pairs                           free-form map; free-form value sent as YAML text; map sent as name/status pairs
 *   #Name                                       enumeration or set of flags (specs/enums.ts)
 *   Name, package.Name                          another message
 *   [kind] {kind}                               list, map by string
 *   *kind                                       may be absent (null) as distinct from zero
 *   kind?                                       left out of YAML when zero
 */

export type Kind =
  | { readonly is: ScalarKind }
  | { readonly is: 'enum' | 'flags'; readonly byText: ReadonlyMap<string, number>; readonly name: string }
  | { readonly is: 'message'; readonly message: string }
  | { readonly is: 'list' | 'map' | 'pointer'; readonly of: Kind };

const scalarKinds = [
  'string',
  'bool',
  'int',
  'double',
  'text',
  'base64',
  'bytes',
  'hwaddr',
  'ip',
  'prefix',
  'ipport',
  'url',
  'duration',
  'time',
  'cel',
  'struct',
  'yaml',
  'pairs',
] as const;
export type ScalarKind = (typeof scalarKinds)[number];

export interface Field {
  readonly number: number;
  /** `~` for the value itself. */
  readonly name: string;
  readonly kind: Kind;
  readonly omitZero: boolean;
}

export type Layout = readonly Field[];

/** All layouts, by message (`cluster.MemberSpec`) and by resource type (`Members.cluster.talos.dev`). */
export interface Layouts {
  message(name: string): Layout;
  /** undefined for a type without layout: its spec has no protobuf form and any YAML form. */
  resource(type: string): Layout | undefined;
}

function readLayouts(): Layouts {
  const enums = new Map([...readNumbers(specEnums, 'enum'), ...readNumbers(specFlags, 'flags')]);
  const messages = new Map<string, Layout>();
  const resources = new Map<string, Layout>();
  for (const [pkg, text] of Object.entries(specTexts)) {
    let fields: Field[] = [];
    for (const line of text.split('\n')) {
      if (line.startsWith('  ')) {
        const [number = '', name = '', kind = ''] = line.trim().split(' ');
        const omitZero = kind.endsWith('?');
        fields.push({
          number: Number(number),
          name,
          kind: readKind(omitZero ? kind.slice(0, -1) : kind, pkg, enums),
          omitZero,
        });
      } else if (line !== '') {
        const [message = '', types = ''] = line.split(' = ');
        fields = [];
        messages.set(`${pkg}.${message}`, fields);
        for (const type of types.split(' ')) if (type !== '') resources.set(type, fields);
      }
    }
  }
  return {
    message(name) {
      const layout = messages.get(name);
      if (layout === undefined) throw new RangeError(`no layout for message ${name}`);
      return layout;
    },
    resource: (type) => resources.get(type),
  };
}

/** The layouts of all specs. */
export const layouts: Layouts = readLayouts();

function readKind(text: string, pkg: string, enums: ReadonlyMap<string, Kind>): Kind {
  if (text.startsWith('*')) return { is: 'pointer', of: readKind(text.slice(1), pkg, enums) };
  if (text.startsWith('[')) return { is: 'list', of: readKind(text.slice(1, -1), pkg, enums) };
  if (text.startsWith('{')) return { is: 'map', of: readKind(text.slice(1, -1), pkg, enums) };
  if (text.startsWith('#')) {
    const kind = enums.get(text.slice(1));
    if (kind === undefined) throw new RangeError(`no enumeration ${text}`);
    return kind;
  }
  const scalar = scalarKinds.find((kind) => kind === text);
  if (scalar !== undefined) return { is: scalar };
  return { is: 'message', message: text.includes('.') ? text : `${pkg}.${text}` };
}

function readNumbers(text: string, is: 'enum' | 'flags'): [string, Kind][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const space = line.indexOf(' ');
      const name = line.slice(0, space);
      const byText = new Map<string, number>();
      let next = 0;
      for (const item of line.slice(space + 1).split('|')) {
        const jump = /^(-?\d+):(.*)$/.exec(item);
        if (jump !== null) next = Number(jump[1]);
        byText.set(jump === null ? item : (jump[2] ?? ''), next);
        next += 1;
      }
      return [name, { is, byText, name }];
    });
}
