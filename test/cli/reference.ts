import { readFileSync } from 'node:fs';

/** A flag of the reference client. */
export interface ReferenceFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly type: string;
  readonly default: string;
  /** The value when the flag stands alone. */
  readonly bare: string | undefined;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly persistent: boolean;
  readonly deprecated: boolean;
}

/** A command of the reference client. */
export interface ReferenceCommand {
  readonly words: string;
  readonly aliases: readonly string[];
  readonly connection: boolean;
  readonly group: boolean;
  readonly hidden: boolean;
  readonly flags: readonly ReferenceFlag[];
}

const commandLine = /^(?<words>[\w -]+?)(?: \[(?<aliases>[^\]]*)\])?(?<marks>(?: (?:connection|group|hidden))*)$/;
const flagLine =
  /^ {2}(?:-(?<short>\w) )?--(?<name>[\w-]+) (?<type>\S+)(?: = (?<default>.+?))?(?: bare (?<bare>\S+))?(?<marks>(?: (?:required|hidden|persistent|deprecated))*)$/;

/** Reads reference.txt. */
export function referenceCommands(): ReferenceCommand[] {
  const text = readFileSync(new URL('reference.txt', import.meta.url), 'utf8').replace(/^#.*\n/gm, '');
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const [first = '', ...rest] = paragraph.split('\n');
      const { words, aliases, marks } = match(commandLine, first);
      return {
        words: words ?? '',
        aliases: aliases === undefined ? [] : aliases.split(','),
        connection: has(marks, 'connection'),
        group: has(marks, 'group'),
        hidden: has(marks, 'hidden'),
        flags: rest.map(readFlag),
      };
    });
}

function readFlag(line: string): ReferenceFlag {
  const { short, name, type, default: value, bare, marks } = match(flagLine, line);
  return {
    name: name ?? '',
    short,
    type: type ?? '',
    default: value ?? '',
    bare,
    required: has(marks, 'required'),
    hidden: has(marks, 'hidden'),
    persistent: has(marks, 'persistent'),
    deprecated: has(marks, 'deprecated'),
  };
}

function match(pattern: RegExp, line: string): Partial<Record<string, string>> {
  const groups = pattern.exec(line)?.groups;
  if (groups === undefined) throw new Error(`reference.txt: cannot read "${line}"`);
  return groups;
}

function has(marks: string | undefined, mark: string): boolean {
  return marks?.split(' ').includes(mark) ?? false;
}
