const farthest = 2;

/** The known words that are two edits or less away from the typed one, or begin with it, in the order given. */
export function nearest(typed: string, known: readonly string[]): string[] {
  return known.filter(
    (word) => editDistance(typed.toLowerCase(), word.toLowerCase()) <= farthest || beginsWith(word, typed),
  );
}

function beginsWith(word: string, typed: string): boolean {
  return typed !== '' && word.toLowerCase().startsWith(typed.toLowerCase());
}

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replace = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
