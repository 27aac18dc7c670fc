import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghijklmnopqrstuv';
const idBytes = 12;

/**
 * Makes the ids of events: twelve bytes (seconds, machine and process, counter) as twenty characters of base 32, so
 * that they sort by time.
 */
export class EventIds {
  readonly #machine = randomBytes(5);
  #counter = randomBytes(3).readUIntBE(0, 3);

  next(now: Date): string {
    const id = Buffer.alloc(idBytes);
    id.writeUInt32BE(Math.floor(now.getTime() / 1000), 0);
    this.#machine.copy(id, 4);
    this.#counter = (this.#counter + 1) & 0xff_ffff;
    id.writeUIntBE(this.#counter, 9, 3);
    return encode(id);
  }
}

/** Whether a text has the form of an event id. */
export function isEventId(text: string): boolean {
  return /^[0-9a-v]{19}[0g]$/.test(text);
}

function encode(id: Buffer): string {
  let bits = 0;
  let held = 0;
  let out = '';
  for (const byte of id) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += alphabet[(held >>> bits) & 31] ?? '';
    }
    held &= (1 << bits) - 1;
  }
  return out + (alphabet[(held << (5 - bits)) & 31] ?? '');
}
