import { printableText } from '../../errors/control-characters.js';
import type { Output } from '../../terminal/streams.js';
import type { Reporter } from './reporter.js';

/** A line for each update, or several, with the node before them. */
export function plainReporter(output: Output): Reporter {
  return {
    update: ({ node, text }) => output.write(`${printableText(text.trimEnd()).replace(/^/gm, `${node}: `)}\n`),
  };
}
