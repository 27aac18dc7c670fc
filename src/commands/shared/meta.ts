import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';

/** `--insecure` of `meta` and all commands below it. */
export const metaInsecureFlag = flag.bool(
  'change a node in maintenance mode: encrypted, but nobody proves who they are',
  { short: 'i' },
);

const forms: readonly (readonly [form: RegExp, radix: number])[] = [
  [/^0x_?([0-9a-f]+(?:_[0-9a-f]+)*)$/i, 16],
  [/^0b_?([01]+(?:_[01]+)*)$/i, 2],
  [/^0o?_?([0-7]+(?:_[0-7]+)*)$/i, 8],
  [/^(0|[1-9][0-9]*(?:_[0-9]+)*)$/, 10],
];
const largest = 0xff;

/**
 * Reads the key of a META value, a number of one byte: decimal, or with 0x, 0o, 0b or 0 before it.
 * @throws UsageError
 */
export function parseMetaKey(text: string): number {
  for (const [form, radix] of forms) {
    const digits = form.exec(text)?.[1];
    if (digits === undefined) continue;
    const key = Number.parseInt(digits.replaceAll('_', ''), radix);
    if (key <= largest) return key;
  }
  throw new UsageError(`${JSON.stringify(text)} is no key of META: a number from 0 to 255, such as 10 or 0x0a`);
}
