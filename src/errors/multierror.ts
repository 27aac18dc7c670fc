/**
 * Nodes report several faults as Go's multierror words them, one list inside another:
 *
 *     2 errors occurred:
 *     <tab>* first
 *     <tab>* second: 1 error occurred:
 *     <tab>* inner
 *
 * Lists are not indented by depth; each says how many items it has.
 */
const listHead = /(?:^|: )(\d+) errors? occurred:\n\t\* /;
const nextItem = /^\s*\n\t\* /;

interface Read {
  readonly text: string;
  readonly rest: string;
}

/** Reads up to the end of an item; `rest` begins where the item's list goes on. */
function readItem(text: string): Read {
  const head = listHead.exec(text);
  const end = text.search(/\n\t\* /);
  const ownEnd = head === null ? -1 : head.index;
  if (head === null || (end >= 0 && end < ownEnd)) {
    return end < 0 ? { text, rest: '' } : { text: text.slice(0, end), rest: text.slice(end) };
  }
  const prefix = text.slice(0, head.index);
  const list = readList(text.slice(head.index + head[0].length), Number(head[1]));
  return { text: prefix === '' ? list.text : `${prefix}: ${list.text}`, rest: list.rest };
}

function readList(text: string, count: number): Read {
  const items: string[] = [];
  let rest = text;
  for (let index = 0; index < count; index += 1) {
    const item = readItem(rest);
    items.push(item.text.trim());
    rest = item.rest;
    const next = nextItem.exec(rest);
    if (next === null) {
      break;
    }
    if (index < count - 1) {
      rest = rest.slice(next[0].length);
    }
  }
  return { text: items.join('; '), rest };
}

/** The form without marks that pulling an image fails with: `1 error(s) occurred:`, and the items indented below. */
const unmarkedHead = /\b\d+ error\(s\) occurred:\n\t/;

/** Puts the lists of faults in a node's text on one line: `labels: first; second`. Other texts stay as they are. */
export function flattenMultierror(text: string): string {
  if (unmarkedHead.test(text)) {
    return text.replace(unmarkedHead, '').replace(/\n\t/g, '; ');
  }
  if (!listHead.test(text)) {
    return text;
  }
  const { text: flat, rest } = readItem(text);
  return (flat + rest).trim();
}
