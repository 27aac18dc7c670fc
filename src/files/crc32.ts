const polynomial = 0xedb8_8320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ polynomial;
  return value;
});

/** The checksum of zip archives, over bytes that come in pieces. */
export class Crc32 {
  #state = 0xffff_ffff;

  update(bytes: Uint8Array): void {
    let state = this.#state;
    for (const byte of bytes) state = (state >>> 8) ^ (table[(state ^ byte) & 0xff] ?? 0);
    this.#state = state;
  }

  get value(): number {
    return ~this.#state >>> 0;
  }
}
