import { Feed } from './feed.js';

/** A service keeps about a megabyte of its log, as the circular buffer of a node does. */
const logSize = 1024 * 1024;

/** The log of one service: lines with their newline. */
export class ServiceLog {
  readonly #lines = new Feed<Buffer>(logSize, (line) => line.length);

  write(line: string): void {
    this.#lines.append(Buffer.from(`${line}\n`, 'utf8'));
  }

  /** The last line without its newline, empty when there is none. */
  get last(): string {
    return this.#lines.items().at(-1)?.toString('utf8').trimEnd() ?? '';
  }

  /** All that is kept. */
  content(): Buffer {
    return Buffer.concat(this.#lines.items());
  }

  /** Chunks of lines. `tail` limits to the last lines, negative for all that is kept. */
  async *read(options: {
    tail: number;
    follow: boolean;
    signal: AbortSignal;
  }): AsyncGenerator<Buffer, void, undefined> {
    const { start, end } = this.#lines;
    const from = options.tail < 0 ? start : Math.max(start, end - options.tail);
    if (options.follow) {
      yield* this.#lines.follow(from, options.signal);
      return;
    }
    const lines = this.#lines.items().slice(from - start);
    const perChunk = 256;
    for (let i = 0; i < lines.length && !options.signal.aborted; i += perChunk) {
      yield Buffer.concat(lines.slice(i, i + perChunk));
    }
  }
}

/** The logs of a machine's services by id. */
export class Logs {
  readonly #logs = new Map<string, ServiceLog>();

  /** The service's log, made when it is first written to. */
  of(id: string): ServiceLog {
    let log = this.#logs.get(id);
    if (log === undefined) {
      log = new ServiceLog();
      this.#logs.set(id, log);
    }
    return log;
  }

  /** An existing log. */
  find(id: string): ServiceLog | undefined {
    return this.#logs.get(id);
  }

  ids(): readonly string[] {
    return [...this.#logs.keys()].sort();
  }
}

/** The time stamp at the head of a Go log line, UTC: `2026/11/30 21:04:21`. */
export function goTime(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
}

/** The same with microseconds, as services print it. */
export function goTimeMicro(date: Date): string {
  return `${goTime(date)}.${String(date.getUTCMilliseconds()).padStart(3, '0')}000`;
}

/** The head of a klog line: `E1130 21:14:23.620453     330`. */
export function klogHead(severity: 'I' | 'W' | 'E', date: Date, pid: number): string {
  const iso = date.toISOString();
  const day = iso.slice(5, 10).replace('-', '');
  return `${severity}${day} ${iso.slice(11, 23)}000 ${String(pid).padStart(7)}`;
}
