/**
 * Text that comes from a node may hold control characters, and with them terminal escape sequences. They are shown as
 * `\x1b` and the like, never sent to a terminal raw.
 */

/** C0 without tab and newline, DEL, C1 (where the one-byte CSI lives), and the characters that turn the text's direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** The same, and tab and newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const unsafeInField = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  switch (character) {
    case '\t':
      return '\\t';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    default: {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
    }
  }
}

/** A text of several lines, safe to write to a terminal: newlines and tabs stay. */
export function printableText(text: string): string {
  return text.replace(unsafe, escaped);
}

/** One field of a line: newlines and tabs, which would break the line apart, are escaped too. */
export function printableField(text: string): string {
  return text.replace(unsafeInField, escaped);
}
