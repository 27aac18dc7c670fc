/**
 * Reads one CSV record as pflag's comma lists do: fields in double quotes may hold commas, line breaks and doubled
 * quotes. An empty text has no fields. Throws a plain Error that says what is wrong.
 */
export function parseCsvRecord(text: string): string[] {
  const line = text.replace(/^(?:\r?\n)+/, '');
  if (line === '') {
    if (text === '') return [];
    throw new Error('the list has only empty lines');
  }
  const fields: string[] = [];
  let position = 0;
  for (;;) {
    const field = line[position] === '"' ? quotedField(line, position) : bareField(line, position);
    fields.push(field.value);
    if (line[field.end] !== ',') return fields;
    position = field.end + 1;
  }
}

interface Field {
  readonly value: string;
  /** Where the separator, the line break or the end stands. */
  readonly end: number;
}

function bareField(line: string, start: number): Field {
  const length = line.slice(start).search(/,|\r?\n|$/);
  const value = line.slice(start, start + length);
  if (value.includes('"')) {
    throw new Error(
      `a quote stands inside the unquoted item ${value}; quote the whole item and double the quotes in it`,
    );
  }
  return { value, end: start + length };
}

function quotedField(line: string, start: number): Field {
  let value = '';
  let position = start + 1;
  for (;;) {
    const close = line.indexOf('"', position);
    if (close < 0) throw new Error(`the quote before ${line.slice(start + 1)} is never closed`);
    value += line.slice(position, close);
    if (line[close + 1] === '"') {
      value += '"';
      position = close + 2;
      continue;
    }
    const end = close + 1;
    if (/^(?:,|\r?\n|$)/.test(line.slice(end))) return { value: value.replaceAll('\r\n', '\n'), end };
    throw new Error(`a comma is missing after the quoted item "${value}"`);
  }
}

/** Writes fields as pflag shows a comma list: `[a,"b,c"]`. */
export function formatCsvList(fields: readonly string[]): string {
  const quoted = fields.map((field) =>
    field !== '' && /[",\r\n]|^\s/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return `[${quoted.join(',')}]`;
}
