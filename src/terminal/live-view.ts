import type { Output } from './streams.js';

const otherScreen = '\x1b[?1049h\x1b[?25l';
const ownScreen = '\x1b[?25h\x1b[?1049l';
const home = '\x1b[H';
const clearLine = '\x1b[K';
const clearBelow = '\x1b[J';
const usualRows = 24;
const usualColumns = 80;

/**
 * Shows frames one over the other, as far as they fit, on the terminal's second screen, and gives the first one back at
 * the end, whatever ends them. Frames must not hold control characters besides newlines.
 */
export async function showLive(output: Output, frames: AsyncIterable<string>): Promise<void> {
  await output.write(otherScreen);
  try {
    for await (const frame of frames) {
      const lines = frame
        .replace(/\n$/, '')
        .split('\n')
        .slice(0, output.rows ?? usualRows);
      const fitting = lines.map((line) => cut(line, output.columns ?? usualColumns) + clearLine);
      await output.write(home + fitting.join('\r\n') + clearBelow);
    }
  } finally {
    await output.write(ownScreen);
  }
}

function cut(line: string, columns: number): string {
  return line.length <= columns ? line : [...line].slice(0, columns).join('');
}
