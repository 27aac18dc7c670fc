import { printableText } from '../../errors/control-characters.js';
import type { Output } from '../../terminal/streams.js';
import type { Reporter } from './reporter.js';

/** A line for each update, with the node before it. */
export function plainReporter(output: Output): Reporter {
  return {
    update: ({ node, text }) => output.write(`${node}: ${printableText(text)}\n`),
  };
}
