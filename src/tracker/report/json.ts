import type { Output } from '../../terminal/streams.js';
import type { TrackerClock } from '../clock.js';
import type { Reporter } from './reporter.js';

/** An object for each update, each on a line of its own: time, node, phase, type, message, and an event's kind and content. */
export function jsonReporter(output: Output, clock: Pick<TrackerClock, 'now'>): Reporter {
  return {
    update({ node, phase, kind, text, event }) {
      const told = event === undefined ? {} : { event: event.kind, content: event.value };
      const line = { time: clock.now().toISOString(), node, phase, type: kind, message: text, ...told };
      return output.write(`${JSON.stringify(line, plain)}\n`);
    },
  };
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
