import { TalosctlError } from '../../../errors/errors.js';
import { GoTemplate } from '../../../render/gotemplate/template.js';
import { isPlainList, isPlainMap, type PlainValue } from '../../../render/value.js';
import { readPlainYaml } from '../../../resources/read.js';
import type { CgroupColumn } from './columns.js';

/**
 * The columns of a schema: YAML with a list `columns`, each with a `name` and a `template` in the language of Go's
 * text/template.
 * @param file the name of the schema for messages
 * @throws TalosctlError that names the file, and the column where one is wrong
 */
export function schemaColumns(text: string, file: string): readonly CgroupColumn[] {
  const columns = columnsOf(text, file);
  if (!isPlainList(columns)) {
    throw new TalosctlError(`${file} has no list "columns"`, {
      hint: 'a schema is `columns:` and below it, for each column, `- name:` and `template:`',
    });
  }
  return columns.map((column, index) => schemaColumn(column, `${file}: column ${index + 1}`));
}

function columnsOf(text: string, file: string): PlainValue {
  try {
    const schema = readPlainYaml(text);
    return isPlainMap(schema) ? (schema.get('columns') ?? null) : null;
  } catch (error) {
    throw new TalosctlError(`cannot read the schema ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function schemaColumn(column: PlainValue, where: string): CgroupColumn {
  const name = isPlainMap(column) ? column.get('name') : undefined;
  const template = isPlainMap(column) ? (column.get('template') ?? '') : undefined;
  if (typeof name !== 'string' || typeof template !== 'string') {
    throw new TalosctlError(`${where} needs a text "name" and a text "template"`);
  }
  const named = `${where} (${name})`;
  const compiled = within(named, () => new GoTemplate(template));
  return { name, render: (group) => within(named, () => compiled.render(group)) };
}

function within<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TalosctlError)) throw error;
    throw new TalosctlError(`${where}: ${error.message}`, { cause: error });
  }
}
